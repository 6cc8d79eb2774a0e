import { oncePer } from "../../util/once-per.js";
import { goTypeName, isInt64 } from "../../json/go-print.js";
import { jsonEqual, isObject, isNumeric, isReadonlyList, getOwn } from "../../json/values.js";
import { opaque } from "../types/type.js";
import { withObjectMeta, type CELSchema } from "../types/schema.js";
import { urlBytes, timestampFromDate, dateTimeOf, durationOf } from "./formatted.js";
import { ofLists, ofObjects, type SchemaComparison } from "./schema-equality.js";
import { AtomicList, MapList, SetList } from "./schema-list.js";
import { Properties, SchemaMap } from "./schema-map.js";
import { EvaluationError, OpaqueValue, type JSONInput, type Read, type Result } from "./value.js";

/** Returns the function that converts JSON to values of a schema. */
export const reader: (schema: CELSchema) => Read = oncePer(readerOf);

function readerOf(schema: CELSchema): Read {
  const read = nonNullReader(schema);
  const ofNull =
    schema.nullable === true ? null : new EvaluationError("invalid data, got null for schema with nullable=false");
  return (value) => (value === null || value === undefined ? ofNull : read(value));
}

function nonNullReader(schema: CELSchema): Read {
  if (schema["x-kubernetes-int-or-string"] === true) return readIntOrString;
  switch (schema.type) {
    case "object":
      return objectReader(schema);
    case "array":
      return arrayReader(schema);
    case "string":
      return stringReader(schema.format);
    case "number":
      return (value) => (isNumeric(value) ? Number(value) : expected("float", value));
    case "integer":
      return (value) => (isNumeric(value) && isInt64(value) ? BigInt(value) : expected("int", value));
    case "boolean":
      return (value) => (typeof value === "boolean" ? value : expected("bool", value));
    default:
      return readUntyped(schema);
  }
}

function expected(type: string, value: JSONInput): EvaluationError {
  return new EvaluationError(`invalid data, expected ${type}, got ${goTypeName(value as never)}`);
}

function readIntOrString(value: JSONInput): Result {
  if (typeof value === "string") return value;
  if (isNumeric(value) && isInt64(value)) return BigInt(value);
  return new EvaluationError("invalid data, expected XIntOrString value to be either a string or integer");
}

function objectReader(schema: CELSchema): Read {
  const { properties, additionalProperties } = withObjectMeta(schema);
  const isStruct = properties !== undefined && Object.keys(properties).length > 0;
  const compare = ofObjects(properties, additionalProperties);
  const shape = isStruct ? propertiesOf(properties, compare) : valuesOf(additionalProperties, compare);
  const wrong = new EvaluationError("invalid data, expected a map for the provided schema with type=object");
  return (value) => (isObject(value) ? new SchemaMap(value, shape) : wrong);
}

function propertiesOf(properties: NonNullable<CELSchema["properties"]>, compare: SchemaComparison): Properties {
  return new Properties(true, compare, (name) => {
    const property = getOwn(properties, name);
    return property && reader(property);
  });
}

function valuesOf(values: CELSchema["additionalProperties"], compare: SchemaComparison): Properties {
  const read = typeof values === "object" ? reader(values) : undefined;
  return new Properties(false, compare, () => read);
}

const wrongArray = new EvaluationError("invalid data, expected an array for the provided schema with type=array");

function arrayReader(schema: CELSchema): Read {
  const listOf = listReader(schema);
  return (value) => (Array.isArray(value) ? listOf(value) : wrongArray);
}

function listReader({ items, ...schema }: CELSchema): (json: readonly JSONInput[]) => Result {
  const wrongSchema = new EvaluationError("invalid array type, expected Items with a non-empty Schema");
  if (items === undefined || isReadonlyList(items)) return () => wrongSchema;
  let known: Read | undefined;
  const read: Read = (value) => (known ??= reader(items))(value);
  const compare = ofLists(items);
  const { "x-kubernetes-list-type": type = "atomic", "x-kubernetes-list-map-keys": keys = [] } = schema;
  switch (type) {
    case "map":
      return (json) => new MapList(json, read, keys);
    case "set":
      return (json) => new SetList(json, read);
    case "atomic":
      return (json) => new AtomicList(json, read, compare);
    default:
      return () =>
        new EvaluationError(`invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got ${type}`);
  }
}

const formats: ReadonlyMap<string, (text: string) => Result> = new Map([
  ["duration", durationOf],
  ["date", timestampFromDate],
  ["date-time", dateTimeOf],
  ["byte", urlBytes],
]);

function stringReader(format = ""): Read {
  const parse = formats.get(format);
  if (parse === undefined) return (value) => (typeof value === "string" ? value : expected("string", value));
  return (value) => (typeof value === "string" ? parse(value) : expected("string", value));
}

function readUntyped(schema: CELSchema): Read {
  if (schema["x-kubernetes-preserve-unknown-fields"] === true) return (value) => new UnknownValue(value);
  const error = new EvaluationError(
    "invalid type, expected object, array, number, integer, boolean or string, or no type with " +
      `x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ${schema.type ?? ""}`,
  );
  return () => error;
}

const unknownType = opaque("unknown");

/** A value whose schema has no type. It can only be compared. */
class UnknownValue extends OpaqueValue {
  readonly type = unknownType;
  readonly #value: JSONInput;

  constructor(value: JSONInput) {
    super();
    this.#value = value;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof UnknownValue && jsonEqual(this.#value, other.#value);
  }
}
