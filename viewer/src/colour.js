// Colour maps: a few anchors of our own, joined in OKLab so that lightness grows evenly.

const ANCHORS = {
  dusk: ["#3d2e78", "#37508f", "#256a8b", "#1f9285", "#57b866", "#b4d24b", "#fbe76a"],
  ember: ["#1d1436", "#571a62", "#9a2763", "#d24a4a", "#ee8434", "#f8bf52", "#fdf3b8"],
  ice: ["#10203a", "#1f4a70", "#2f7da0", "#62adc2", "#a5d5dc", "#eef8f6"],
  wine: ["#c3b4bf", "#b06a86", "#a03058", "#7d1440", "#4c0a2c"],
  heat: ["#5a3a52", "#a8485a", "#e2704a", "#f7b552", "#fff2c0"],
  balance: ["#1c4f9c", "#4d8cc6", "#a4c8de", "#e9e7e2", "#e6b79d", "#cf6a56", "#97213a"],
};

const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const gamma = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

function toLab(hex) {
  const [r, g, b] = [1, 3, 5].map((k) => linear(parseInt(hex.slice(k, k + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toBytes([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return rgb.map((c) => Math.round(255 * gamma(Math.min(1, Math.max(0, c)))));
}

/** Names of the maps to choose from; the others are for force chains. */
export const MAPS = ["dusk", "ember", "ice", "balance"];

/** 256 colours of a map, four bytes each. */
export function table(name) {
  const anchors = (ANCHORS[name] ?? ANCHORS.dusk).map(toLab);
  const out = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) {
    const x = (i / 255) * (anchors.length - 1);
    const k = Math.min(Math.floor(x), anchors.length - 2);
    const mixed = anchors[k].map((c, j) => c + (anchors[k + 1][j] - c) * (x - k));
    out.set([...toBytes(mixed), 255], i * 4);
  }
  return out;
}
