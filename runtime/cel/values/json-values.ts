import { getOwn } from "../../json/values.js";
import type { CELSchema } from "../types/schema.js";
import { ItemList } from "./lists.js";
import { MapValue, type JSONInput, type Result, type Value } from "./value.js";

type JSONMap = Readonly<Record<string, JSONInput>>;

/**
 * Converts JSON to a value of the type `dyn`. Times, durations and bytes stay strings.
 *
 * @param schema decides whether a whole number is a double; if undefined, a whole number is an int
 */
export function jsonValue(json: JSONInput, schema?: CELSchema): Value {
  if (typeof json === "number") return schema?.type !== "number" && Number.isSafeInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) {
    const items = itemsOf(schema);
    return new ItemList(json.map((item) => jsonValue(item, items)));
  }
  if (typeof json === "object" && json !== null)
    return new JSONObjectValue(json as JSONMap, (value, name) => jsonValue(value, propertyOf(schema, name)));
  return (json ?? null) as Value;
}

function itemsOf({ items }: CELSchema = {}): CELSchema | undefined {
  return Array.isArray(items) ? undefined : (items as CELSchema | undefined);
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
  readonly #known = new Map<string, Value>();

  constructor(json: JSONMap, read: (value: JSONInput, name: string) => Value) {
    super();
    this.#json = json;
    this.#read = read;
    this.size = Object.keys(json).length;
  }

  get(key: Value): Result | undefined {
    if (typeof key !== "string" || !Object.hasOwn(this.#json, key)) return undefined;
    let value = this.#known.get(key);
    if (value === undefined) this.#known.set(key, (value = this.#read(getOwn(this.#json, key), key)));
    return value;
  }

  keys(): readonly string[] {
    return Object.keys(this.#json);
  }
}
