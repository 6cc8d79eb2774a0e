import {
  canonicalBytes,
  goKindOf,
  type GoKind,
  shapeOf,
  type JSONValue,
  type TypeSchema,
  type ValueShape,
} from "@apimachinery/runtime";

/**
 * Returns the error that Go's converter of unstructured objects
 * (runtime.DefaultUnstructuredConverter) reports for the result of a strategic merge patch;
 * undefined for a valid result. Types with custom JSON decoding, such as times, are not checked.
 * @param floats returns the whole numbers that the patch contains with a fraction or an exponent,
 *   such as `1.0`, because Go decodes them as float64. It is called only for a value of the wrong
 *   type.
 */
export function unstructuredProblem(
  value: JSONValue,
  schema: TypeSchema,
  floats: () => ReadonlySet<number> = () => new Set(),
): string | undefined {
  const { fields, value: named, name } = shapeOf(schema);
  if (value === null) return undefined;
  if (fields === undefined) return named === undefined ? undefined : problemOf(value, named, floats, name);
  if (!isObject(value)) return `cannot restore struct from: ${kindOf(value, floats)}`;
  return first(Object.entries(fields), ([key, shape]) =>
    Object.hasOwn(value, key) ? problemOf(value[key] as JSONValue, shape, floats) : undefined,
  );
}

/**
 * Matches a JSON string or a JSON number. The group is the fraction and the exponent of a number.
 */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+((?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** Returns the whole numbers that JSON contains with a fraction or an exponent, such as `1.0`. */
export function integralFloats(text: string): ReadonlySet<number> {
  const floats = [...text.matchAll(tokens)]
    .filter(([, fraction = ""]) => fraction !== "")
    .map(([number]) => Number(number));
  return new Set(floats.filter(Number.isInteger));
}

function kindOf(value: JSONValue, floats: () => ReadonlySet<number>): GoKind {
  return typeof value === "number" && floats().has(value) ? "float64" : goKindOf(value);
}

/**
 * Returns the first error in a value; undefined if it has none.
 * @param name name of the value's type for the message
 */
function problemOf(
  value: JSONValue,
  shape: ValueShape,
  floats: () => ReadonlySet<number>,
  name: string = shape.type,
): string | undefined {
  if (value === null) return undefined;
  const kind = goKindOf(value);
  switch (shape.type) {
    case "ref":
      return unstructuredProblem(value, shape.to(), floats);
    case "list":
      return Array.isArray(value)
        ? first(value, (item) => problemOf(item, shape.items, floats))
        : `cannot restore slice from ${kindOf(value, floats)}`;
    case "map":
      return isObject(value)
        ? mapProblem(value, shape.values, floats)
        : `cannot restore map from ${kindOf(value, floats)}`;
    case "bytes":
      if (typeof value === "string") return bytesProblem(value);
      return kind === "slice" ? undefined : `cannot restore slice from ${kindOf(value, floats)}`;
    case "string":
      // For an integer, Go's converter reports a different error than for other values.
      return kind === "string"
        ? undefined
        : kindOf(value, floats) === "int64"
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
      if (kind === "int64") return undefined;
      return kind === "float64" ? `cannot convert float64 to ${name}` : `unrecognized type: ${shape.type}`;
    default:
      return undefined;
  }
}

/**
 * Returns the first error in the values of a map; undefined if it has none. The values are not
 * copied to a list, because a map can be large.
 */
function mapProblem(
  map: { readonly [key: string]: JSONValue },
  values: ValueShape,
  floats: () => ReadonlySet<number>,
): string | undefined {
  for (const key in map) {
    const problem = problemOf(map[key] as JSONValue, values, floats);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function bytesProblem(value: string): string | undefined {
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
