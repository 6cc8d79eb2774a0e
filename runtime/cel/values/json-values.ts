import { getOwn } from "../../json/values.js";
import { unescapeProperty } from "../types/names.js";
import { isSchema, type CELSchema } from "../types/schema.js";
import { ItemList } from "./lists.js";
import { MapValue, type JSONInput, type Result, type Value } from "./value.js";

type JSONMap = Readonly<Record<string, JSONInput>>;

/**
 * Converts JSON to a value of the type `dyn`. Times, durations and bytes stay strings.
 *
 * @param schema decides whether a whole number is a double; if undefined, a whole number is an int
 * @param isEscaped true if expressions read the property `a.b` of an object as `a__dot__b`
 */
export function jsonValue(json: JSONInput, schema?: CELSchema, isEscaped = false): Value {
  if (typeof json === "number") return schema?.type !== "number" && Number.isSafeInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) {
    const items = isSchema(schema?.items) ? schema.items : undefined;
    return new ItemList(json.map((item) => jsonValue(item, items, isEscaped)));
  }
  if (typeof json === "object" && json !== null)
    return new JSONObjectValue(
      json as JSONMap,
      (value, name) => jsonValue(value, propertyOf(schema, name), isEscaped),
      isEscaped,
    );
  return (json ?? null) as Value;
}

function propertyOf({ properties = {}, additionalProperties }: CELSchema = {}, name: string): CELSchema | undefined {
  if (Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** An object whose property values are converted when they are read. */
export class JSONObjectValue extends MapValue {
  readonly size: number;
  readonly #json: JSONMap;
  readonly #read: (value: JSONInput, name: string) => Value;
  readonly #isEscaped: boolean;
  readonly #known = new Map<string, Value>();

  /** @param isEscaped true if expressions can use the escaped names of properties */
  constructor(json: JSONMap, read: (value: JSONInput, name: string) => Value, isEscaped: boolean) {
    super();
    this.#json = json;
    this.#read = read;
    this.#isEscaped = isEscaped;
    this.size = Object.keys(json).length;
  }

  get(key: Value): Result | undefined {
    if (typeof key !== "string") return undefined;
    return this.property(this.#isEscaped ? (unescapeProperty(key) ?? key) : key);
  }

  /** Returns the value of a property; undefined if the object does not have it. */
  property(name: string): Value | undefined {
    if (!Object.hasOwn(this.#json, name)) return undefined;
    let value = this.#known.get(name);
    if (value === undefined) this.#known.set(name, (value = this.#read(getOwn(this.#json, name), name)));
    return value;
  }

  keys(): readonly Value[] {
    return Object.keys(this.#json);
  }
}
