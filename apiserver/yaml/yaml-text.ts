import { isUtf8 } from "node:buffer";

/**
 * Returns the bytes of a YAML document as a string.
 * @throws Error with Go's message for bytes that are not UTF-8
 */
export function yamlText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error(`yaml: ${octetProblem(bytes)}`);
  return bytes.toString("utf8");
}

/** The smallest character that needs a sequence of this many octets. */
const smallest = [0, 0, 0x80, 0x800, 0x1_0000];

/** Returns the problem of the first sequence that is not UTF-8 (Go: yaml_parser_update_buffer). */
function octetProblem(bytes: Buffer): string {
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const width = widthOf(first);
    if (width === 0) return "invalid leading UTF-8 octet";
    const rest = bytes.subarray(at + 1, at + width);
    if (rest.length < width - 1) return "incomplete UTF-8 octet sequence";
    if (rest.some((octet) => octet >> 6 !== 0b10)) return "invalid trailing UTF-8 octet";
    const character = rest.reduce(
      (bits, octet) => (bits << 6) | (octet & 0x3f),
      width === 1 ? first : first & (0x7f >> width),
    );
    if (character < (smallest[width] ?? 0)) return "invalid length of a UTF-8 sequence";
    if (character > 0x10ffff || (character >= 0xd800 && character < 0xe000)) break;
    at += width;
  }
  return "invalid Unicode character";
}

/** Returns the number of octets of a sequence; 0 if it cannot begin with this octet. */
function widthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first >> 5 === 0b110) return 2;
  if (first >> 4 === 0b1110) return 3;
  return first >> 3 === 0b11110 ? 4 : 0;
}
