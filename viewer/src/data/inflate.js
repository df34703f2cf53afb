// From the text of the page to bytes: base64, then raw deflate.

/** The bytes of a base64 text. */
export function bytesOf(text) {
  const clean = text.trim();
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(clean);
  const binary = atob(clean);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Inflates bytes with the browser's own decoder. */
export async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Lets the browser paint and answer before the next piece of work. */
export const breathe = () => new Promise((done) => setTimeout(done, 0));
