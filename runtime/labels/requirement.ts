import { parseInt64 } from "../util/parse-int64.js";
import { oncePer } from "../util/once-per.js";
import { getOwn } from "../json/values.js";
import { aggregateText, type FieldError, invalid, newPath, notSupported } from "../field/index.js";
import { isLabelKey, isLabelValue } from "../names/label.js";

export const binaryOperators = ["in", "notin", "=", "==", "!=", "gt", "lt"] as const;
export const unaryOperators = ["exists", "!"] as const;

export type Operator = (typeof binaryOperators)[number] | (typeof unaryOperators)[number];

/** Condition on the value of one label. `newRequirement` creates it. */
export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/**
 * Creates a requirement and validates its key, operator and values.
 * @throws Error that lists all problems, with the message of Go's labels.NewRequirement
 */
export function newRequirement(key: string, operator: Operator, values: readonly string[]): Requirement {
  const errors: FieldError[] =
    isLabelKey(key).length === 0 ? [] : [invalid(newPath("key"), key, isLabelKey(key).join("; "))];
  const path = newPath("values");
  // Go's message contains null for an empty list of values.
  const printed = values.length === 0 ? null : values;
  switch (operator) {
    case "in":
    case "notin":
      if (values.length === 0)
        errors.push(invalid(path, printed, "for 'in', 'notin' operators, values set can't be empty"));
      break;
    case "=":
    case "==":
    case "!=":
      if (values.length !== 1)
        errors.push(invalid(path, printed, "exact-match compatibility requires one single value"));
      break;
    case "exists":
    case "!":
      if (values.length !== 0)
        errors.push(invalid(path, printed, "values set must be empty for exists and does not exist"));
      break;
    case "gt":
    case "lt":
      if (values.length !== 1)
        errors.push(invalid(path, printed, "for 'Gt', 'Lt' operators, exactly one value is required"));
      for (const [index, value] of values.entries()) {
        if (typeof parseInt64(value) === "string")
          errors.push(invalid(path.index(index), value, "for 'Gt', 'Lt' operators, the value must be an integer"));
      }
      break;
    default:
      errors.push(notSupported(newPath("operator"), operator, [...binaryOperators, ...unaryOperators]));
  }
  for (const [index, value] of values.entries()) {
    const problems = isLabelValue(value);
    if (problems.length > 0) errors.push(invalid(path.index(index).key(key), value, problems.join("; ")));
  }
  if (errors.length > 0) throw new Error(aggregateText(errors));
  return { key, operator, values };
}

/**
 * Reports whether labels meet a requirement. If the label is absent, only the operators `!=`,
 * `notin` and `!` are met.
 */
export function meets(requirement: Requirement, labels: Readonly<Record<string, string>>): boolean {
  const { key, operator, values } = requirement;
  const value = getOwn(labels, key);
  switch (operator) {
    case "in":
    case "=":
    case "==":
      return value !== undefined && isAmong(values, value);
    case "notin":
    case "!=":
      return value === undefined || !isAmong(values, value);
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case "gt":
    case "lt": {
      const [actual, bound] = [parseInt64(value ?? ""), parseInt64(values[0] ?? "")];
      if (typeof actual === "string" || typeof bound === "string") return false;
      return operator === "gt" ? actual > bound : actual < bound;
    }
  }
}

/** Caches long lists of values as sets, because the lists are searched for every object. */
const setOf = oncePer((values: readonly string[]) => new Set(values));
const longList = 16;

function isAmong(values: readonly string[], value: string): boolean {
  return values.length < longList ? values.includes(value) : setOf(values).has(value);
}

/** Returns the requirement as a string, with sorted values. */
export function requirementString({ key, operator, values }: Requirement): string {
  switch (operator) {
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${[...values].sort().join(",")})`;
    case "gt":
    case "lt":
      return `${key}${operator === "gt" ? ">" : "<"}${values.join(",")}`;
    default:
      return `${key}${operator}${values.join(",")}`;
  }
}
