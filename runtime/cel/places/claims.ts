/** @file The values of variables in expressions about tokens and users (Go: authenticator/token/oidc). */
import { noSuchOverload } from "../values/equality.js";
import { jsonValue } from "../values/json-values.js";
import { ListValue, MapValue, type EvaluationError, type JSONInput, type Result, type Value } from "../values/value.js";
import { unescapeProperty } from "../types/names.js";
import { struct, type ExpressionType } from "../types/type.js";
import type { CELSchema } from "../types/schema.js";

/** The schema of claims. Every number in a token is a double. */
const doubles: CELSchema = {
  type: "number",
  get items() {
    return doubles;
  },
  get additionalProperties() {
    return doubles;
  },
};

/** Returns the value of the variable `claims`. */
export function claimsValue(claims: Readonly<Record<string, JSONInput>>): Value {
  return new Fields("kubernetes.claims", claims);
}

/** The user that a token describes. */
export interface DescribedUser {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Returns the value of the variable `user`. */
export function userValue({ username, uid, groups, extra }: DescribedUser): Value {
  return new Fields("kubernetes.UserInfo", { username, uid, groups, extra });
}

/**
 * The value of a variable with fields. As in Kubernetes, a loop over it visits the values of the
 * fields instead of their names.
 */
class Fields extends MapValue {
  override readonly objectType: ExpressionType;
  readonly size: number;
  readonly #json: Readonly<Record<string, JSONInput>>;
  readonly #known = new Map<string, Value>();

  constructor(type: string, json: Readonly<Record<string, JSONInput>>) {
    super();
    this.objectType = struct(type);
    this.#json = json;
    this.size = Object.keys(json).length;
  }

  get(key: Value): Result | undefined {
    if (typeof key !== "string") return noSuchOverload;
    const name = unescapeProperty(key);
    return name === undefined || !Object.hasOwn(this.#json, name) ? undefined : this.#valueOf(name);
  }

  keys(): readonly Value[] {
    return Object.keys(this.#json).map((name) => this.#valueOf(name));
  }

  override equals(other: Value): boolean | EvaluationError {
    return this === other || noSuchOverload;
  }

  #valueOf(name: string): Value {
    let value = this.#known.get(name);
    if (value === undefined) this.#known.set(name, (value = unescaped(jsonValue(this.#json[name], doubles))));
    return value;
  }
}

/** Returns a value in which expressions read the property `a.b` of an object as `a__dot__b`. */
function unescaped<T extends Result | undefined>(value: T): T | UnescapedMap | UnescapedList {
  if (value instanceof MapValue) return new UnescapedMap(value);
  return value instanceof ListValue ? new UnescapedList(value) : value;
}

class UnescapedMap extends MapValue {
  readonly #map: MapValue;

  constructor(map: MapValue) {
    super();
    this.#map = map;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: Value): Result | undefined {
    const name = typeof key === "string" ? unescapeProperty(key) : undefined;
    return unescaped(this.#map.get(name ?? key));
  }

  keys(): Iterable<Value> {
    return this.#map.keys();
  }
}

class UnescapedList extends ListValue {
  readonly #list: ListValue;

  constructor(list: ListValue) {
    super();
    this.#list = list;
  }

  get size(): number {
    return this.#list.size;
  }

  at(index: number): Result {
    return unescaped(this.#list.at(index));
  }
}

/**
 * Returns the strings of a value that is a string, a list of strings, or null. Empty strings are
 * left out. Returns undefined for another value.
 */
export function stringsOf(value: Result): readonly string[] | undefined {
  if (value === null || value === "") return [];
  if (typeof value === "string") return [value];
  if (!(value instanceof ListValue)) return undefined;
  const items = Array.from(value);
  return items.every((item) => typeof item === "string") ? items.filter((item) => item !== "") : undefined;
}
