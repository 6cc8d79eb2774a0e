export type TypeKind =
  | "dyn"
  | "any"
  | "error"
  | "null"
  | "bool"
  | "int"
  | "uint"
  | "double"
  | "string"
  | "bytes"
  | "duration"
  | "timestamp"
  | "list"
  | "map"
  | "struct"
  | "opaque"
  | "type"
  | "param";

/** A type. Its name is that of a struct, of an opaque type, or of a type parameter. */
export interface Type {
  readonly kind: TypeKind;
  readonly name: string;
  readonly parameters: readonly Type[];
  /** A wrapper of a scalar, which may be null. */
  readonly isNullable?: true;
}

const names: Readonly<Partial<Record<TypeKind, string>>> = {
  any: "google.protobuf.Any",
  duration: "google.protobuf.Duration",
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
};

/**
 * The names of types without parameters in signatures and messages, where they differ from their
 * kind.
 */
const shown: Readonly<Partial<Record<TypeKind, string>>> = { error: "!error!" };

function simple(kind: TypeKind): Type {
  return { kind, name: names[kind] ?? kind, parameters: [] };
}

export const dyn: Type = simple("dyn");
export const errorType: Type = simple("error");
export const nullType: Type = simple("null");
export const bool: Type = simple("bool");
export const int: Type = simple("int");
export const uint: Type = simple("uint");
export const double: Type = simple("double");
export const string: Type = simple("string");
export const bytes: Type = simple("bytes");
export const duration: Type = simple("duration");
export const timestamp: Type = simple("timestamp");
export const any: Type = simple("any");
/** The type of types of any value. */
export const metaType: Type = simple("type");

export function list(element: Type): Type {
  return { kind: "list", name: "list", parameters: [element] };
}

export function map(key: Type, value: Type): Type {
  return { kind: "map", name: "map", parameters: [key, value] };
}

export function struct(name: string): Type {
  return { kind: "struct", name, parameters: [] };
}

export function opaque(name: string, ...parameters: readonly Type[]): Type {
  return { kind: "opaque", name, parameters };
}

/** Returns the type of a type. */
export function typeOf(type: Type): Type {
  return { kind: "type", name: "type", parameters: [type] };
}

export function nullable(type: Type): Type {
  return { ...type, isNullable: true };
}

export function param(name: string): Type {
  return { kind: "param", name, parameters: [] };
}

export function optional(type: Type): Type {
  return opaque("optional_type", type);
}

/** Returns the type inside an optional; undefined for another type. */
export function inOptional(type: Type): Type | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? type.parameters[0] : undefined;
}

export function isDyn({ kind }: Type): boolean {
  return kind === "dyn" || kind === "any";
}

export function isDynOrError(type: Type): boolean {
  return isDyn(type) || type.kind === "error";
}

/** Reports whether two types are the same. Without `byName`, all type parameters are. */
export function isSame(a: Type, b: Type, byName = true): boolean {
  if (a === b) return true;
  return (
    a.kind === b.kind &&
    (a.name === b.name || (!byName && a.kind === "param")) &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((each, index) => isSame(each, b.parameters[index] as Type, byName))
  );
}

/** Returns a type as messages have it, such as `map(string, int)`. */
export function typeText({ kind, name, parameters, isNullable }: Type): string {
  if (parameters.length > 0) return `${name}(${parameters.map(typeText).join(", ")})`;
  if (isNullable === true) return `wrapper(${name})`;
  return shown[kind] ?? (names[kind] === undefined ? name : kind);
}
