import { isDeepStrictEqual } from "node:util";

const openBrace = "{".charCodeAt(0);

/**
 * Reports whether two encoded objects have the same JSON value. The order of keys has no effect,
 * because clients may send keys in different orders.
 * Protobuf has one order.
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
 * Returns a checksum that does not depend on the order of the bytes and is rarely equal for
 * different strings.
 */
function checksum(bytes: Uint8Array): number {
  let total = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    total += byte * byte;
  }
  return total;
}
