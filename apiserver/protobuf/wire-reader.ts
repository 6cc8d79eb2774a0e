/** A field as it was sent: a number, or the bytes of a text or of a message. */
export interface WireField {
  readonly number: number;
  readonly value: bigint | Buffer;
}

/**
 * Reads the fields of a message in the wire format of protobuf.
 * @throws Error for bytes that are not a message
 */
export function* wireFields(bytes: Buffer): Generator<WireField> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("unexpected EOF");
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new Error("proto: integer overflow");
  };
  const take = (length: number): Buffer => {
    if (length < 0 || length > bytes.length - at) throw new Error("unexpected EOF");
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >>> 3;
    switch (tag & 7) {
      case 0:
        yield { number, value: varint() };
        break;
      case 1:
        yield { number, value: take(8) };
        break;
      case 2:
        yield { number, value: take(Number(varint())) };
        break;
      case 5:
        yield { number, value: take(4) };
        break;
      default:
        throw new Error(`proto: illegal wireType ${tag & 7}`);
    }
  }
}
