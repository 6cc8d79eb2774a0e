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

/**
 * A type. For object types, opaque types and type parameters, the name identifies the type. For all
 * other types, it is the CEL name of the kind.
 */
export interface ExpressionType {
  readonly kind: TypeKind;
  readonly name: string;
  readonly parameters: readonly ExpressionType[];
  /** True for the wrapper of a scalar, which may be null. */
  readonly isNullable?: true;
}

const names: Readonly<Partial<Record<TypeKind, string>>> = {
  any: "google.protobuf.Any",
  duration: "google.protobuf.Duration",
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
};

/**
 * Names that types have in signatures and messages, if a name differs from the kind. Contains only
 * types without parameters.
 */
const shown: Readonly<Partial<Record<TypeKind, string>>> = { error: "!error!" };

/** The types without parameters, by the names that declarations of functions use. */
const simpleTypes = new Map<string, ExpressionType>();

function simple(kind: TypeKind): ExpressionType {
  const type: ExpressionType = { kind, name: names[kind] ?? kind, parameters: [] };
  simpleTypes.set(kind, type);
  return type;
}

export const dyn: ExpressionType = simple("dyn");
export const errorType: ExpressionType = simple("error");
export const nullType: ExpressionType = simple("null");
export const boolType: ExpressionType = simple("bool");
export const intType: ExpressionType = simple("int");
export const uintType: ExpressionType = simple("uint");
export const doubleType: ExpressionType = simple("double");
export const stringType: ExpressionType = simple("string");
export const bytesType: ExpressionType = simple("bytes");
export const durationType: ExpressionType = simple("duration");
export const timestampType: ExpressionType = simple("timestamp");
export const anyType: ExpressionType = simple("any");
/**
 * The type of a value that is itself a type, such as `int`, if it is not known which type it is.
 */
export const metaType: ExpressionType = simple("type");

export function listOfType(element: ExpressionType): ExpressionType {
  return { kind: "list", name: "list", parameters: [element] };
}

export function mapOfTypes(key: ExpressionType, value: ExpressionType): ExpressionType {
  return { kind: "map", name: "map", parameters: [key, value] };
}

export function struct(name: string): ExpressionType {
  return { kind: "struct", name, parameters: [] };
}

export function opaque(name: string, ...parameters: readonly ExpressionType[]): ExpressionType {
  return { kind: "opaque", name, parameters };
}

/** Returns the type of an expression whose value is the given type. */
export function typeOfType(type: ExpressionType): ExpressionType {
  return { kind: "type", name: "type", parameters: [type] };
}

export function nullable(type: ExpressionType): ExpressionType {
  return { ...type, isNullable: true };
}

export function param(name: string): ExpressionType {
  return { kind: "param", name, parameters: [] };
}

export function optionalType(type: ExpressionType): ExpressionType {
  return opaque("optional_type", type);
}

/** Returns the type of the value in an optional; undefined if the type is not an optional. */
export function inOptional(type: ExpressionType): ExpressionType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? type.parameters[0] : undefined;
}

export function isDyn({ kind }: ExpressionType): boolean {
  return kind === "dyn" || kind === "any";
}

export function isDynOrError(type: ExpressionType): boolean {
  return isDyn(type) || type.kind === "error";
}

/**
 * Reports whether two types are the same. Without `byName`, all type parameters count as the same.
 */
export function isSameType(a: ExpressionType, b: ExpressionType, byName = true): boolean {
  if (a === b) return true;
  return (
    a.kind === b.kind &&
    (a.name === b.name || (!byName && a.kind === "param")) &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((each, index) => isSameType(each, b.parameters[index] as ExpressionType, byName))
  );
}

/** Returns a type as messages print it, such as `map(string, int)`. */
export function printCELType({ kind, name, parameters, isNullable }: ExpressionType): string {
  if (parameters.length > 0) return `${name}(${parameters.map(printCELType).join(", ")})`;
  if (isNullable === true) return `wrapper(${name})`;
  return shown[kind] ?? (names[kind] === undefined ? name : kind);
}

/** Parses a type such as `map(string, list(T))`. A single capital letter is a type parameter. */
export function parseType(text: string): ExpressionType {
  const [, name = text, inner] = /^([^(]+)\((.*)\)$/.exec(text) ?? [];
  const simple = inner === undefined ? simpleTypes.get(name) : undefined;
  if (simple !== undefined) return simple;
  if (/^[A-Z]$/.test(name)) return param(name);
  // The types of Kubernetes' libraries are messages without fields, except IP addresses and
  // networks.
  if (name.startsWith("kubernetes.")) return struct(name);
  const kind = name === "list" || name === "map" || name === "type" ? name : "opaque";
  return { kind, name, parameters: splitTypes(inner ?? "").map(parseType) };
}

/** Splits a list of types at the commas outside of parentheses. */
export function splitTypes(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/g), ([part]) => part.trim());
}
