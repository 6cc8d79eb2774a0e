import { isDeepStrictEqual } from "node:util";

const openBrace = "{".charCodeAt(0);

/**
 * Reports whether the encodings of two objects are equal. In JSON, the order of keys is ignored,
 * because clients may send keys in different orders. Protobuf is compared as bytes, because its
 * fields always have the same order.
 */
export function isSameJSON(a: Buffer, b: Uint8Array): boolean {
  if (a.equals(b)) return true;
  return (
    a[0] === openBrace &&
    a.length === b.length &&
    checksum(a) === checksum(b) &&
    isDeepStrictEqual(JSON.parse(a.toString("utf8")), JSON.parse(Buffer.from(b).toString("utf8")))
  );
}

/**
 * Returns a checksum that does not depend on the order of the bytes. It rarely is equal for
 * different JSON, so most unequal objects need not be parsed.
 */
function checksum(bytes: Uint8Array): number {
  let total = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    total += byte * byte;
  }
  return total;
}
