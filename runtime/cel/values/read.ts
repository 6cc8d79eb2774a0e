import { oncePer } from "../../util/once-per.js";
import { goTypeName, isInt64 } from "../../json/go-print.js";
import { jsonEqual, isObject, isNumeric, isReadonlyList, getOwn } from "../../json/values.js";
import { opaque } from "../types/type.js";
import { withObjectMeta, type CELSchema } from "../types/schema.js";
import { urlBytes, timestampFromDate, dateTimeOf, durationOf } from "./formatted.js";
import { AtomicList, MapList, SetList } from "./schema-list.js";
import { Properties, SchemaMap } from "./schema-map.js";
import { EvaluationError, OpaqueValue, type JSONInput, type Read, type Result, type SchemaValues } from "./value.js";

/** Returns the function that converts JSON to values of a schema. */
export function reader(schema: CELSchema): Read {
  return valuesOf(schema).read;
}

const valuesOf = oncePer((schema: CELSchema): SchemaValues => {
  const { read, compare = () => undefined } = nonNullValues(schema);
  const ofNull =
    schema.nullable === true ? null : new EvaluationError("invalid data, got null for schema with nullable=false");
  return { read: (value) => (value === null || value === undefined ? ofNull : read(value)), compare };
});

/** Without a comparison, the values of the schema must be converted before they are compared. */
type NonNullValues = Pick<SchemaValues, "read"> & Partial<SchemaValues>;

function nonNullValues(schema: CELSchema): NonNullValues {
  if (schema["x-kubernetes-int-or-string"] === true) return { read: readIntOrString };
  switch (schema.type) {
    case "object":
      return objects(schema);
    case "array":
      return lists(schema);
    case "string":
      return strings(schema.format);
    case "number":
      return {
        read: (value) => (isNumeric(value) ? Number(value) : expected("float", value)),
        compare: (a, b) => (typeof a === "number" && typeof b === "number" ? a === b : undefined),
      };
    case "integer":
      return {
        read: (value) => (isNumeric(value) && isInt64(value) ? BigInt(value) : expected("int", value)),
        compare: (a, b) => (Number.isSafeInteger(a) && Number.isSafeInteger(b) ? a === b : undefined),
      };
    case "boolean":
      return {
        read: (value) => (typeof value === "boolean" ? value : expected("bool", value)),
        compare: (a, b) => (typeof a === "boolean" && typeof b === "boolean" ? a === b : undefined),
      };
    default:
      return { read: readUntyped(schema) };
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

const notObject = new EvaluationError("invalid data, expected a map for the provided schema with type=object");

function objects(schema: CELSchema): SchemaValues {
  const { properties = {}, additionalProperties } = withObjectMeta(schema);
  const isStruct = Object.keys(properties).length > 0;
  const shape = isStruct ? propertiesOf(properties) : entriesOf(additionalProperties);
  return {
    read: (value) => (isObject(value) ? new SchemaMap(value, shape) : notObject),
    compare: (a, b) => (isObject(a) && isObject(b) ? shape.compare(a, b) : undefined),
  };
}

function propertiesOf(properties: NonNullable<CELSchema["properties"]>): Properties {
  const known = new Map<string, SchemaValues>();
  return new Properties(true, (name) => {
    let values = known.get(name);
    const property = values === undefined ? getOwn(properties, name) : undefined;
    if (property !== undefined) known.set(name, (values = valuesOf(property)));
    return values;
  });
}

function entriesOf(entries: CELSchema["additionalProperties"]): Properties {
  const values = typeof entries === "object" ? valuesOf(entries) : undefined;
  return new Properties(false, () => values);
}

const notArray = new EvaluationError("invalid data, expected an array for the provided schema with type=array");

function lists({ items, ...schema }: CELSchema): NonNullValues {
  const wrongSchema = new EvaluationError("invalid array type, expected Items with a non-empty Schema");
  if (items === undefined || isReadonlyList(items)) return arrays(() => wrongSchema);
  let known: SchemaValues | undefined;
  const ofItems = (): SchemaValues => (known ??= valuesOf(items));
  const read: Read = (value) => ofItems().read(value);
  const { "x-kubernetes-list-type": type = "atomic", "x-kubernetes-list-map-keys": keys = [] } = schema;
  if (type === "map") return arrays((json) => new MapList(json, read, keys));
  if (type === "set") return arrays((json) => new SetList(json, read));
  if (type === "atomic") {
    const compare = comparedLists(ofItems);
    return { ...arrays((json) => new AtomicList(json, read, compare)), compare };
  }
  const wrongType = `invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got ${type}`;
  return arrays(() => new EvaluationError(wrongType));
}

function arrays(listOf: (json: readonly JSONInput[]) => Result): NonNullValues {
  return { read: (value) => (Array.isArray(value) ? listOf(value) : notArray) };
}

function comparedLists(ofItems: () => SchemaValues): SchemaValues["compare"] {
  return (a, b) => {
    if (!Array.isArray(a) || !Array.isArray(b)) return undefined;
    if (a.length !== b.length) return false;
    const { compare } = ofItems();
    for (let index = 0; index < a.length; index++) {
      const isEqual = compare(a[index], b[index]);
      if (isEqual !== true) return isEqual;
    }
    return true;
  };
}

const formats: ReadonlyMap<string, (text: string) => Result> = new Map([
  ["duration", durationOf],
  ["date", timestampFromDate],
  ["date-time", dateTimeOf],
  ["byte", urlBytes],
]);

function strings(format: string | undefined): NonNullValues {
  const parse = formats.get(format ?? "");
  if (parse !== undefined)
    return { read: (value) => (typeof value === "string" ? parse(value) : expected("string", value)) };
  return {
    read: (value) => (typeof value === "string" ? value : expected("string", value)),
    compare: (a, b) => (typeof a === "string" && typeof b === "string" ? a === b : undefined),
  };
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
