/** A field of a message that is read: its name in JSON, and its type. Other fields are skipped. */
export interface ProtoField {
  readonly name: string;
  /** A message is one of another type; `texts` is a map from texts to lists of texts. */
  readonly type: "text" | "texts" | ProtoMessage;
  readonly isList?: boolean;
}

/** The fields of a message by their numbers. */
export type ProtoMessage = Readonly<Record<number, ProtoField>>;

/** Media type of Kubernetes' binary format. */
export const protobufType = "application/vnd.kubernetes.protobuf";

const magic = Buffer.from("k8s\0", "latin1");
const typeMeta: ProtoMessage = { 1: { name: "apiVersion", type: "text" }, 2: { name: "kind", type: "text" } };

/**
 * Converts an object in Kubernetes' binary format to JSON. kubectl sends questions about users and
 * permissions in this format.
 * @param message fields of the object
 * @throws Error for bytes that are not such an object
 */
export function jsonOfProtobuf(bytes: Uint8Array, message: ProtoMessage): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.subarray(0, magic.length).equals(magic))
    throw new Error("provided data does not appear to be a protobuf message, expected prefix \\x6b 38 73 00");
  // Kubernetes' runtime.Unknown: the type, and the bytes of the object.
  let type = {};
  let raw: Buffer = Buffer.alloc(0);
  for (const { number, bytes: value } of fieldsOf(buffer.subarray(magic.length))) {
    if (number === 1 && value !== undefined) type = objectOf(value, typeMeta);
    if (number === 2 && value !== undefined) raw = value;
  }
  return JSON.stringify({ ...type, ...objectOf(raw, message) });
}

function objectOf(bytes: Buffer, message: ProtoMessage): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { number, bytes: value } of fieldsOf(bytes)) {
    const field = Object.hasOwn(message, number) ? message[number] : undefined;
    if (field === undefined || value === undefined) continue;
    const { name, type, isList = false } = field;
    if (type === "texts") object[name] = { ...(object[name] ?? {}), ...entryOf(value) };
    else {
      const one = type === "text" ? value.toString("utf8") : objectOf(value, type);
      const before: readonly unknown[] = Array.isArray(object[name]) ? object[name] : [];
      object[name] = isList ? [...before, one] : one;
    }
  }
  return object;
}

const textsEntry: ProtoMessage = {
  1: { name: "key", type: "text" },
  2: { name: "value", type: { 1: { name: "items", type: "text", isList: true } } },
};

function entryOf(bytes: Buffer): Readonly<Record<string, unknown>> {
  const { key = "", value = {} } = objectOf(bytes, textsEntry);
  // The message of the value above has this field only.
  return Object.fromEntries([[String(key), (value as { readonly items?: unknown }).items ?? []]]);
}

interface WireField {
  readonly number: number;
  /** Undefined for a number, which no field of a question has. */
  readonly bytes: Buffer | undefined;
}

/** Reads the fields of a message in the wire format of protocol buffers. */
function* fieldsOf(buffer: Buffer): Generator<WireField> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = buffer[at++];
      if (byte === undefined) throw new Error("unexpected EOF");
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error("proto: integer overflow");
  };
  const skip = (length: number): Buffer => {
    if (at + length > buffer.length) throw new Error("unexpected EOF");
    at += length;
    return buffer.subarray(at - length, at);
  };
  while (at < buffer.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        varint();
        yield { number, bytes: undefined };
        break;
      case 1:
        skip(8);
        break;
      case 2:
        yield { number, bytes: skip(varint()) };
        break;
      case 5:
        skip(4);
        break;
      default:
        throw new Error(`proto: illegal wireType ${tag % 8}`);
    }
  }
}
