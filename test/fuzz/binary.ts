/** @file Bytes of CBOR and protobuf, which tests write by hand to be able to write hostile ones. */

/** Returns the head of a CBOR item: its major type and its argument in four bytes. */
export function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  const head = Buffer.alloc(5);
  head[0] = (major << 5) | 26;
  head.writeUInt32BE(argument, 1);
  return head;
}

export function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

/** Returns a list whose items are all the same bytes. */
export function cborList(count: number, item: Buffer): Buffer {
  return Buffer.concat([cborHead(4, count), repeated(count, item)]);
}

export function cborMap(entries: Readonly<Record<string, Buffer>>): Buffer {
  const pairs = Object.entries(entries);
  return Buffer.concat([cborHead(5, pairs.length), ...pairs.flatMap(([key, value]) => [cborText(key), value])]);
}

/** Returns a map with numbered keys, and the same value for all of them. */
export function cborKeys(count: number, value: Buffer): Buffer {
  const digits = 5;
  const head = cborHead(2, digits);
  const keys = Array.from({ length: count }, (_, index) =>
    Buffer.concat([head, Buffer.from(index.toString(36).padStart(digits, "0")), value]),
  );
  return Buffer.concat([cborHead(5, count), ...keys]);
}

/** Returns a field of protobuf that has a length: a message, a string or bytes. */
export function protobufField(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

/** Returns an object with its envelope. */
export function protobufObject(apiVersion: string, kind: string, message: Buffer): Buffer {
  const type = Buffer.concat([protobufField(1, apiVersion), protobufField(2, kind)]);
  return Buffer.concat([Buffer.from("k8s\0"), protobufField(1, type), protobufField(2, message)]);
}

export function repeated(count: number, bytes: Buffer): Buffer {
  return Buffer.alloc(count * bytes.length, bytes);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}
