/** @file The values of variables in expressions about tokens and users (Go: authenticator/token/oidc). */
import { noSuchOverload } from "../values/equality.js";
import { JSONObjectValue, jsonValue } from "../values/json-values.js";
import { ListValue, type EvaluationError, type JSONInput, type Result, type Value } from "../values/value.js";
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
class Fields extends JSONObjectValue {
  override readonly objectType: ExpressionType;

  constructor(type: string, json: Readonly<Record<string, JSONInput>>) {
    super(json, (value) => jsonValue(value, doubles, true), true);
    this.objectType = struct(type);
  }

  override get(key: Value): Result | undefined {
    if (typeof key !== "string") return noSuchOverload;
    return unescapeProperty(key) === undefined ? undefined : super.get(key);
  }

  override keys(): readonly Value[] {
    return Array.from(super.keys(), (name) => this.property(name as string) as Value);
  }

  override equals(other: Value): boolean | EvaluationError {
    return this === other || noSuchOverload;
  }
}

/**
 * Returns the strings of a value that is a string, a list of strings, or null. Empty strings are
 * left out. Returns undefined for any other value.
 */
export function stringsOf(value: Result): readonly string[] | undefined {
  if (value === null || value === "") return [];
  if (typeof value === "string") return [value];
  if (!(value instanceof ListValue)) return undefined;
  const items = Array.from(value);
  return items.every((item) => typeof item === "string") ? items.filter((item) => item !== "") : undefined;
}
