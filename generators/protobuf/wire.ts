import type { ScalarName } from "../../engine/model/universe.js";

/** A scalar type of protobuf. */
export type ProtoScalar = "string" | "bool" | "int32" | "int64" | "uint32" | "uint64" | "float" | "double" | "bytes";

/** The protobuf type of one value. */
export type ProtoWire =
  | { readonly kind: "scalar"; readonly proto: ProtoScalar }
  | ({ readonly kind: "message" } & MessageType);

/** A message type. */
export interface MessageType {
  /** Full name in `.proto` files, with a leading dot. */
  readonly proto: string;
  /** Path of the `.proto` file that declares the message. */
  readonly file: string;
}

/** The protobuf type of a field. */
export interface WireField {
  readonly label: "singular" | "repeated" | "map";
  /** Type of the value, of the list's items, or of the map's values. */
  readonly wire: ProtoWire;
}

/**
 * Protobuf types of the scalars that are also scalars in protobuf. The integer types are those of
 * Go's go-to-protobuf.
 */
export const scalarWires: { readonly [name in ScalarName]?: ProtoScalar } = {
  string: "string",
  boolean: "bool",
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
  bytes: "bytes",
};

const pkg = "k8s.io.apimachinery.pkg";
const folder = "k8s.io/apimachinery/pkg";
const meta = { file: `${folder}/apis/meta/v1/scalars.proto` };
const raw = { proto: `.${pkg}.runtime.RawExtension`, file: `${folder}/runtime/generated.proto` };

/** Scalars in TypeScript that are messages of Kubernetes in protobuf. */
export const specialMessages: { readonly [name in ScalarName]?: MessageType } = {
  Time: { proto: `.${pkg}.apis.meta.v1.Time`, ...meta },
  MicroTime: { proto: `.${pkg}.apis.meta.v1.MicroTime`, ...meta },
  Duration: { proto: `.${pkg}.apis.meta.v1.Duration`, ...meta },
  FieldsV1: { proto: `.${pkg}.apis.meta.v1.FieldsV1`, ...meta },
  Quantity: { proto: `.${pkg}.api.resource.Quantity`, file: `${folder}/api/resource/generated.proto` },
  IntOrString: { proto: `.${pkg}.util.intstr.IntOrString`, file: `${folder}/util/intstr/generated.proto` },
  RawExtension: raw,
  any: raw,
};

/** Names of types of the runtime package that are strings in protobuf. */
export const runtimeStrings: ReadonlySet<string> = new Set([
  "ConditionStatus",
  "DeletionPropagation",
  "FieldSelectorOperator",
  "IncludeObjectPolicy",
  "LabelSelectorOperator",
  "ManagedFieldsOperationType",
  "ResourceVersionMatch",
  "StatusReason",
  "WatchEventType",
]);

/** Names of types of the runtime package that have a schema, but cannot be encoded in protobuf. */
export const runtimeWithoutProtobuf: ReadonlySet<string> = new Set([
  "Patch",
  "Table",
  "TableColumnDefinition",
  "TableRow",
  "TableRowCondition",
]);
