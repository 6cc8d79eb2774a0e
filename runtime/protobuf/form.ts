import { shapeOf, type NumberKind, type NumberSchema, type TypeSchema, type ValueShape } from "../schema/schema.js";
import type { JSONValue } from "../values/types.js";
import type { Marshal, Unmarshal } from "../wire/messages.js";
import type { ProtobufReader } from "../wire/protobuf-reader.js";
import { Marshal_JSON, Unmarshal_JSON, Unmarshal_RawExtension } from "../wire/raw-values.js";
import {
  readProtobufBytes,
  readDouble,
  readProtobufFloat,
  readInt64,
  readProtobufString,
  readUint64,
} from "../wire/scalars.js";
import {
  Marshal_Duration,
  Marshal_MicroTime,
  Marshal_Time,
  Unmarshal_Duration,
  Unmarshal_MicroTime,
  Unmarshal_Time,
} from "../wire/times.js";
import { Marshal_IntOrString, Marshal_Quantity, Unmarshal_IntOrString, Unmarshal_Quantity } from "../wire/values.js";
import type { Codec } from "./codec.js";

/** A scalar type of protobuf. */
export type ProtobufScalar = "string" | "bool" | "int32" | "int64" | "uint32" | "uint64" | "float" | "double" | "bytes";

/**
 * Functions that read scalars. A scalar that is not listed is read by the method of the reader that
 * has the name of the scalar.
 */
export const scalarReaders: { readonly [scalar in ProtobufScalar]?: (reader: ProtobufReader) => unknown } = {
  string: readProtobufString,
  int64: readInt64,
  uint64: readUint64,
  float: readProtobufFloat,
  double: readDouble,
  bytes: readProtobufBytes,
};

/** Encoding of a single value in protobuf. */
export type WireForm = ScalarWire | MessageWire;

interface ScalarWire {
  readonly kind: "scalar";
  readonly scalar: ProtobufScalar;
  readonly zero: string | number | boolean;
}

interface MessageWire {
  readonly kind: "message";
  readonly codec: Codec;
  /** Zero value of the type; absent if the zero is an object with the zeros of its fields. */
  readonly zero?: JSONValue;
  /**
   * True for values that are encoded as JSON inside a message. For a required value that is absent,
   * an empty message is written.
   */
  readonly isRaw?: true;
  /** True for `Embedded<T>`, whose message does not contain apiVersion and kind. */
  readonly isEmbedded?: true;
}

/**
 * Encoding of a field. `wire` is the encoding of the value, of the items of a list (`repeated`), or
 * of the values of a map.
 */
export interface FieldForm {
  readonly label: "singular" | "repeated" | "map";
  readonly wire: WireForm;
}

/**
 * Zero of a required property: a JSON value, or the value that results from reading an empty
 * message.
 */
export type RequiredZero = { readonly kind: "json"; readonly value: JSONValue } | MessageWire;

type CodecOf = (schema: TypeSchema) => Codec;

/** Returns the encoding of a field. */
export function formOf(value: ValueShape, codecOf: CodecOf): FieldForm {
  const resolved = unaliased(value);
  if (resolved.type === "list") return { label: "repeated", wire: wireOf(resolved.items, codecOf) };
  if (resolved.type === "map") return { label: "map", wire: wireOf(resolved.values, codecOf) };
  return { label: "singular", wire: wireOf(resolved, codecOf) };
}

/** Returns the zero of a required property. The property need not have a protobuf field. */
export function requiredZero(value: ValueShape, codecOf: CodecOf): RequiredZero {
  const resolved = unaliased(value);
  if (resolved.type === "list" || resolved.type === "tuple") return { kind: "json", value: [] };
  if (resolved.type === "map") return { kind: "json", value: {} };
  const wire = wireOf(resolved, codecOf);
  return wire.kind === "message" && wire.zero === undefined ? wire : { kind: "json", value: wire.zero ?? null };
}

/** Replaces an alias by the type that it names, unless the alias is encoded as a message. */
function unaliased(value: ValueShape): ValueShape {
  if (value.type !== "ref") return value;
  const { value: alias, number } = shapeOf(value.to());
  return alias === undefined || number !== undefined ? value : unaliased(alias);
}

function wireOf(value: ValueShape, codecOf: CodecOf): WireForm {
  const resolved = unaliased(value);
  switch (resolved.type) {
    case "string":
    case "bytes":
      return { kind: "scalar", scalar: resolved.type, zero: "" };
    case "boolean":
      return { kind: "scalar", scalar: "bool", zero: false };
    case "ref": {
      const schema = resolved.to();
      const alias = shapeOf(schema).value;
      const zero = alias === undefined ? {} : { zero: alias.type === "list" ? [] : {} };
      return { kind: "message", codec: codecOf(schema), ...zero };
    }
    case "embedded":
      return { kind: "message", codec: codecOf(resolved.to()), isEmbedded: true };
    case "list":
    case "map":
    case "tuple":
      throw new Error(`protobuf has no ${resolved.type} within a list or map`);
    case "any":
    case "Time":
    case "MicroTime":
    case "Duration":
    case "Quantity":
    case "IntOrString":
    case "FieldsV1":
    case "RawExtension":
      return specials[resolved.type];
    default:
      return { kind: "scalar", scalar: numberScalar(resolved), zero: 0 };
  }
}

const numbers: { readonly [type in NumberKind]: ProtobufScalar } = {
  int8: "int32",
  int16: "int32",
  int32: "int32",
  int64: "int64",
  uint8: "uint32",
  uint16: "uint32",
  uint32: "uint32",
  uint64: "uint64",
  float32: "float",
  float64: "double",
};

/** Returns the protobuf type of a number. Members of a union of integer literals are int64. */
function numberScalar({ type, enum: members }: NumberSchema): ProtobufScalar {
  return members?.every(Number.isInteger) === true ? "int64" : numbers[type];
}

/** Encodings of scalar and untyped values for which Kubernetes uses messages. */
const specials = {
  Time: message({ marshal: Marshal_Time, unmarshal: Unmarshal_Time }, ""),
  MicroTime: message({ marshal: Marshal_MicroTime, unmarshal: Unmarshal_MicroTime }, ""),
  Duration: message({ marshal: Marshal_Duration, unmarshal: Unmarshal_Duration }, "0s"),
  Quantity: message({ marshal: Marshal_Quantity, unmarshal: Unmarshal_Quantity }, "0"),
  IntOrString: message({ marshal: Marshal_IntOrString, unmarshal: Unmarshal_IntOrString }, 0),
  FieldsV1: raw({ marshal: Marshal_JSON, unmarshal: Unmarshal_RawExtension }, {}),
  RawExtension: raw({ marshal: Marshal_JSON, unmarshal: Unmarshal_RawExtension }, {}),
  any: raw({ marshal: Marshal_JSON, unmarshal: Unmarshal_JSON }, null),
};

interface Pair<T> {
  readonly marshal: Marshal<T | undefined>;
  readonly unmarshal: Unmarshal<T>;
}

function message<T>(codec: Pair<T>, zero: JSONValue): MessageWire {
  return { kind: "message", codec: codec as Codec, zero };
}

function raw<T>(codec: Pair<T>, zero: JSONValue): MessageWire {
  return { ...message(codec, zero), isRaw: true };
}
