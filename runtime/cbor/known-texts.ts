/** Number of texts that are kept, a power of two. */
const size = 4096;

/** The texts that were read last, by a hash of their bytes. */
const texts = new Array<string>(size).fill("");

/**
 * Returns the text of a few bytes; undefined if they are not ASCII. Documents repeat the same keys,
 * so most texts exist already, and comparing a text is faster than creating one.
 */
export function knownText(data: Uint8Array, start: number, length: number): string | undefined {
  const first = data[start] as number;
  const middle = data[start + (length >> 1)] as number;
  const last = data[start + length - 1] as number;
  const slot = (length + first * 23 + middle * 71 + last * 167) & (size - 1);
  const known = texts[slot] as string;
  if (known.length === length && isSame(known, data, start)) return known;
  let text = "";
  for (let at = start; at < start + length; at++) {
    const byte = data[at] as number;
    if (byte >= 0x80) return undefined;
    text += String.fromCharCode(byte);
  }
  return (texts[slot] = text);
}

function isSame(text: string, data: Uint8Array, start: number): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) !== data[start + index]) return false;
  return true;
}
