import {
  canonicalBytes,
  goKindOf,
  shapeOf,
  type JSONValue,
  type TypeSchema,
  type ValueShape,
} from "@apimachinery/runtime";

/**
 * Why Go's converter of unstructured objects (runtime.DefaultUnstructuredConverter) would not make
 * an object of a value: it, and not the JSON decoder, sees what a strategic merge patch has made.
 * Undefined where it finds nothing, or where a type reads its own JSON, as times do.
 */
export function unstructuredFault(value: JSONValue, schema: TypeSchema): string | undefined {
  const { fields, value: named, name } = shapeOf(schema);
  if (value === null) return undefined;
  if (fields === undefined) return named === undefined ? undefined : faultOf(value, named, name);
  if (!isObject(value)) return `cannot restore struct from: ${goKindOf(value)}`;
  return first(Object.entries(fields), ([key, shape]) =>
    Object.hasOwn(value, key) ? faultOf(value[key] as JSONValue, shape) : undefined,
  );
}

/** @param name of the type, where it has one of its own */
function faultOf(value: JSONValue, shape: ValueShape, name: string = shape.type): string | undefined {
  if (value === null) return undefined;
  const kind = goKindOf(value);
  switch (shape.type) {
    case "ref":
      return unstructuredFault(value, shape.to());
    case "list":
      return Array.isArray(value)
        ? first(value, (item) => faultOf(item, shape.items))
        : `cannot restore slice from ${kind}`;
    case "map":
      return isObject(value)
        ? first(Object.values(value), (item) => faultOf(item, shape.values))
        : `cannot restore map from ${kind}`;
    case "bytes":
      if (typeof value === "string") return bytesFault(value);
      return kind === "slice" ? undefined : `cannot restore slice from ${kind}`;
    case "string":
      // An integer converts to a string by Go's rules, and not by JSON's.
      return kind === "string"
        ? undefined
        : kind === "int64"
          ? `cannot convert int64 to ${name}`
          : "unrecognized type: string";
    case "boolean":
      return kind === "bool" ? undefined : "unrecognized type: bool";
    case "float32":
    case "float64":
      return kind === "int64" || kind === "float64" ? undefined : `unrecognized type: ${shape.type}`;
    case "int8":
    case "int16":
    case "int32":
    case "int64":
    case "uint8":
    case "uint16":
    case "uint32":
    case "uint64":
      return kind === "int64"
        ? undefined
        : kind === "float64"
          ? `cannot convert float64 to ${name}`
          : `unrecognized type: ${shape.type}`;
    default:
      return undefined;
  }
}

function bytesFault(value: string): string | undefined {
  try {
    canonicalBytes(value);
    return undefined;
  } catch (error) {
    return `error decoding from json: ${(error as Error).message}`;
  }
}

function first<T>(items: readonly T[], look: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: JSONValue): value is { [key: string]: JSONValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
