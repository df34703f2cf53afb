// Elements in one call, and numbers for people.

/** An element with properties (on… are listeners, others attributes) and children. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "textContent") element[name] = value;
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A number with so many digits that count, powers of ten where zeros would be many. */
export function words(x, digits = 4) {
  if (x === null || x === undefined || !Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) {
    const [m, e] = x.toExponential(digits - 1).split("e");
    return `${Number(m)}e${Number(e)}`;
  }
  return String(Number(x.toPrecision(digits)));
}

/** A name of a series as words. */
export const spoken = (name) => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};
