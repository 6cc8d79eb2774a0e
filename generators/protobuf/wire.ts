import type { ScalarName } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";

/** A scalar type of protobuf. */
export type ProtoScalar = "string" | "bool" | "int32" | "int64" | "uint32" | "uint64" | "float" | "double" | "bytes";

/** The form of one value in protobuf. */
export type Wire =
  | {
      readonly kind: "scalar";
      readonly proto: ProtoScalar;
      /** True for a union of literals. */
      readonly isLiteral: boolean;
    }
  | {
      readonly kind: "message";
      /** Full name in `.proto` files, with a leading dot. */
      readonly proto: string;
      /** The `.proto` file of the message. */
      readonly file: string;
      readonly marshal: Printable;
      readonly unmarshal: Printable;
      /** Code of the zero value, for types whose values are not objects with fields. */
      readonly zero?: string;
      /** True for JSON: an absent value is an empty message. */
      readonly isRaw?: true;
      /** True for `Embedded<T>`: apiVersion and kind are not part of the message. */
      readonly isEmbedded?: true;
    };

/** The form of a field. */
export interface WireField {
  readonly label: "singular" | "repeated" | "map";
  /** The value, the item of the list, or the value of an entry. */
  readonly wire: Wire;
}

/** Forms of the scalars that are scalars in protobuf (Go: go-to-protobuf's integer types). */
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

/** A scalar that is a message of Kubernetes. */
export interface SpecialMessage {
  readonly proto: string;
  readonly file: string;
  /** Code of the zero value. */
  readonly zero: string;
  /** True for JSON. */
  readonly isRaw?: true;
  /** The end of the names of the functions, if it is not the name of the scalar. */
  readonly fn?: string;
}

const pkg = "k8s.io.apimachinery.pkg";
const folder = "k8s.io/apimachinery/pkg";
const meta = { file: `${folder}/apis/meta/v1/scalars.proto` };
const raw = { proto: `.${pkg}.runtime.RawExtension`, file: `${folder}/runtime/generated.proto` };

/** Scalars that are messages of Kubernetes. The names of their functions end with the keys. */
export const specialMessages: { readonly [name in ScalarName]?: SpecialMessage } = {
  Time: { proto: `.${pkg}.apis.meta.v1.Time`, zero: `""`, ...meta },
  MicroTime: { proto: `.${pkg}.apis.meta.v1.MicroTime`, zero: `""`, ...meta },
  Duration: { proto: `.${pkg}.apis.meta.v1.Duration`, zero: `"0s"`, ...meta },
  FieldsV1: { proto: `.${pkg}.apis.meta.v1.FieldsV1`, zero: "{}", isRaw: true, ...meta },
  Quantity: {
    proto: `.${pkg}.api.resource.Quantity`,
    zero: `"0"`,
    file: `${folder}/api/resource/generated.proto`,
  },
  IntOrString: {
    proto: `.${pkg}.util.intstr.IntOrString`,
    zero: "0",
    file: `${folder}/util/intstr/generated.proto`,
  },
  RawExtension: { ...raw, zero: "{}", isRaw: true },
  any: { ...raw, zero: "null", isRaw: true, fn: "JSON" },
};

/** String types of the runtime, which exports no functions for them. */
export const runtimeTexts: ReadonlySet<string> = new Set([
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
