import { getOwn, isInherited, jsonEqual } from "../../json/values.js";
import { escapedName, unescapeProperty } from "../types/names.js";
import { equalItems, noSuchOverload } from "./equality.js";
import { MapValue, type EvaluationError, type JSONInput, type Result, type SchemaValues, type Value } from "./value.js";

/** A property of an object with a schema, or a value of a map. */
export class SchemaEntry {
  readonly name: string;
  readonly read: SchemaValues["read"];
  readonly #isInherited: boolean;

  constructor(name: string, read: SchemaValues["read"]) {
    this.name = name;
    this.read = read;
    this.#isInherited = isInherited(name);
  }

  /** Returns the JSON of the property; undefined for a property that is not set. */
  rawOf(json: JSONMap): JSONInput {
    return this.#isInherited ? getOwn(json, this.name) : json[this.name];
  }
}

/**
 * The properties of an object, by their names in expressions; for a map, the schema of its values.
 */
export class Properties {
  /**
   * True for an object, whose names are escaped in expressions, and whose properties with the value
   * null count as not set. False for a map.
   */
  readonly isStruct: boolean;
  readonly #valuesOf: (name: string) => SchemaValues | undefined;
  readonly #fields = new Map<string, SchemaEntry | undefined>();

  /** @param valuesOf returns the functions for a property's values; undefined for an unknown property */
  constructor(isStruct: boolean, valuesOf: (name: string) => SchemaValues | undefined) {
    this.isStruct = isStruct;
    this.#valuesOf = valuesOf;
  }

  isKnown(name: string): boolean {
    return this.#valuesOf(name) !== undefined;
  }

  /** Compares two objects, or maps, with these properties, as `SchemaValues` does. */
  compare(a: JSONMap, b: JSONMap): boolean | undefined {
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return undefined;
      const isEqual = this.#valuesOf(name)?.compare(a[name], b[name]);
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  /**
   * Returns a property; undefined for an unknown property.
   *
   * @param key the property's name in expressions
   */
  field(key: string): SchemaEntry | undefined {
    if (!this.isStruct) return this.#fieldOf(key);
    if (this.#fields.has(key)) return this.#fields.get(key);
    const name = unescapeProperty(key);
    const field = name === undefined ? undefined : this.#fieldOf(name);
    // The cache contains only known properties, since expressions can compute any number of other
    // keys.
    if (field !== undefined) this.#fields.set(key, field);
    return field;
  }

  #fieldOf(name: string): SchemaEntry | undefined {
    const values = this.#valuesOf(name);
    return values && new SchemaEntry(name, values.read);
  }
}

type JSONMap = Readonly<Record<string, JSONInput>>;

/** An object or a map with a schema. */
export class SchemaMap extends MapValue {
  readonly json: JSONMap;
  readonly properties: Properties;

  constructor(json: JSONMap, properties: Properties) {
    super();
    this.json = json;
    this.properties = properties;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  get(key: Value): Result | undefined {
    return typeof key === "string" ? this.find(key) : noSuchOverload;
  }

  find(key: string): Result | undefined {
    const field = this.properties.field(key);
    return field && this.propertyValue(field);
  }

  /** Returns the value of a property; undefined if the property is not set. */
  propertyValue(field: SchemaEntry): Result | undefined {
    const value = field.rawOf(this.json);
    return value === undefined || (value === null && this.properties.isStruct) ? undefined : field.read(value);
  }

  /** Returns the keys. Unknown properties have the key null, and come last. */
  keys(): readonly Value[] {
    const { isStruct } = this.properties;
    const all = Object.keys(this.json);
    const known: Value[] = all
      .filter((name) => this.properties.isKnown(name))
      .map((name) => (isStruct ? (escapedName(name) ?? name) : name));
    while (known.length < all.length) known.push(null);
    return known;
  }

  override equals(other: Value): boolean | EvaluationError {
    if (!(other instanceof MapValue)) return noSuchOverload;
    const { properties, json } = this;
    const isSame =
      other instanceof SchemaMap && other.properties === properties ? properties.compare(json, other.json) : undefined;
    if (isSame !== undefined) return isSame;
    if (this.size !== other.size) return false;
    for (const name of Object.keys(this.json)) {
      const isEqual = this.#equals(name, other);
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  #equals(name: string, other: MapValue): boolean | EvaluationError {
    if (!this.properties.isKnown(name)) return this.#equalsUnknown(name, other);
    const [left, right] = [this.find(name), other.get(name)];
    if (left === undefined || right === undefined) return left === right;
    return equalItems(left, right);
  }

  /**
   * Reports whether an unknown property is equal in both objects. A property that the other object
   * does not have counts as equal. Returns an error if the other object has no schema.
   */
  #equalsUnknown(name: string, other: MapValue): boolean | EvaluationError {
    if (!(other instanceof SchemaMap)) return noSuchOverload;
    const value = getOwn(other.json, name);
    return value === undefined || jsonEqual(this.json[name], value);
  }
}
