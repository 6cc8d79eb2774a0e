import { getOwn, isInherited, jsonEqual } from "../../values.js";
import { escapedName, propertyOf } from "../types/schema.js";
import { equalItems, noSuchOverload } from "./equality.js";
import { type EvaluationError, MapValue, type JSONInput, type Read, type Result, type Value } from "./value.js";

/** The properties of an object, or the values of a map. */
export interface Properties {
  /** The names in expressions are escaped, and a property with the value null is not set. */
  readonly isStruct: boolean;
  /** Returns undefined for an unknown property. */
  readonly reader: (name: string) => Read | undefined;
}

type JSONMap = Readonly<Record<string, JSONInput>>;

/** An object or a map of a schema. */
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
    const { isStruct, reader } = this.properties;
    const name = isStruct ? propertyOf(key) : key;
    return name === undefined ? undefined : this.property(name, reader(name));
  }

  /** Returns the value of a property whose reader is known. */
  property(name: string, read: Read | undefined): Result | undefined {
    if (read === undefined) return undefined;
    const value = isInherited(name) ? getOwn(this.json, name) : this.json[name];
    if (value === undefined || (value === null && this.properties.isStruct)) return undefined;
    return read(value);
  }

  /** The keys of unknown properties are null, and behind the others. */
  keys(): readonly Value[] {
    const { isStruct, reader } = this.properties;
    const all = Object.keys(this.json);
    const known: Value[] = all
      .filter((name) => reader(name) !== undefined)
      .map((name) => (isStruct ? (escapedName(name) ?? name) : name));
    while (known.length < all.length) known.push(null);
    return known;
  }

  override equals(other: Value): boolean | EvaluationError {
    if (!(other instanceof MapValue)) return noSuchOverload;
    if (this.size !== other.size) return false;
    for (const name of Object.keys(this.json)) {
      const isEqual = this.#equals(name, other);
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  #equals(name: string, other: MapValue): boolean | EvaluationError {
    if (this.properties.reader(name) === undefined) return this.#equalsUnknown(name, other);
    const [left, right] = [this.find(name), other.get(name)];
    if (left === undefined || right === undefined) return left === right;
    return equalItems(left, right);
  }

  /** An unknown property that the other object does not have makes no difference. */
  #equalsUnknown(name: string, other: MapValue): boolean | EvaluationError {
    if (!(other instanceof SchemaMap)) return noSuchOverload;
    const value = getOwn(other.json, name);
    return value === undefined || jsonEqual(this.json[name], value);
  }
}
