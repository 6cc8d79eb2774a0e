import { isObject } from "../../json/values.js";
import { encodeBytes } from "../../values/bytes.js";
import type { ErrorType } from "../../field/error.js";
import { formatViolation } from "./format-samples.js";
import type { RuleValue } from "../../rules/value.js";
import type { TestedRule } from "./of-type.js";
import { violates } from "./scalar.js";
import { filledOf, kindZero, propertyOf, unset, type ObjectValues } from "./value.js";
import { withSet, wrongItems, wrongMembers, type Donor } from "./wrong-members.js";

/** A value to which rules apply. */
export interface TestedValue {
  readonly value: unknown;
  readonly of: RuleValue;
  /** True for the value of a property; false for an item, an entry or the whole object. */
  readonly isProperty: boolean;
}

/** A value that violates a rule, and the error that validation must return for it. */
export interface WrongValue {
  readonly value: unknown;
  /** Possible types of the error: rules of different marker families report different types. */
  readonly types: readonly ErrorType[];
  /**
   * Name of the property at which the error is reported; absent if it is reported at the value
   * itself.
   */
  readonly at?: string;
  /** Name of the violation, for a rule that can be violated in several ways. */
  readonly variant?: string;
}

/**
 * Returns changed values that violate a rule. The result is empty if no change of the valid value
 * can violate the rule.
 *
 * @param tested valid value
 * @param donor returns valid values of an object's properties
 */
export function wrongValues(rule: TestedRule, tested: TestedValue, donor: Donor): readonly WrongValue[] {
  const { value, of, isProperty } = tested;
  if (rule.kind === "required" || rule.kind === "present" || rule.kind === "forbidden")
    return isProperty ? wrongPresence(rule.kind, of) : [];
  if (typeof value === "string") return wrongTexts(rule, value);
  if (typeof value === "number") return wrongNumbers(rule, value);
  if (Array.isArray(value)) return wrongLists(rule, value);
  return isObject(value) ? [...wrongMaps(rule, value), ...wrongObjects(rule, of, value, donor)] : [];
}

function wrongPresence(
  rule: "required" | "present" | "forbidden",
  { kind, optional }: RuleValue,
): readonly WrongValue[] {
  if (rule === "forbidden") return [{ value: filledOf(kind), types: ["FieldValueForbidden"] }];
  const value = rule === "present" || optional ? undefined : kindZero(kind);
  return [{ value, types: ["FieldValueRequired"] }];
}

function wrongTexts(rule: TestedRule, value: string): readonly WrongValue[] {
  const all = (types: readonly ErrorType[], ...texts: readonly string[]): readonly WrongValue[] =>
    texts.filter((text) => text !== value).map((text) => ({ value: text, types }));
  switch (rule.kind) {
    case "minLength":
      return rule.limit === 0 ? [] : all(["FieldValueTooShort", "FieldValueInvalid"], "a".repeat(rule.limit - 1));
    case "maxLength":
    case "maxBytes":
      return all(["FieldValueTooLong"], "a".repeat(rule.limit + 1), value + "a".repeat(rule.limit + 1));
    case "minItems":
      return rule.limit < 2 ? [] : all(["FieldValueTooFew"], encodeBytes(new Uint8Array(rule.limit - 1)));
    case "maxItems":
      return all(["FieldValueTooMany"], encodeBytes(new Uint8Array(rule.limit + 1)));
    case "format":
      return all(
        ["FieldValueInvalid"],
        ...[rule.texts === "crd" ? "?" : formatViolation(rule.format)].filter((text) => violates(rule, text, {})),
      );
    case "pattern":
      return all(
        ["FieldValueInvalid"],
        ...["", "a", "A", "0", " ", ";", "\n"].filter((text) => violates(rule, text, {})),
      );
    case "enum":
      return all(["FieldValueNotSupported"], "no-such-value");
    case "neq":
      return typeof rule.value === "string" ? all(["FieldValueInvalid"], rule.value) : [];
    default:
      return [];
  }
}

function wrongNumbers(rule: TestedRule, value: number): readonly WrongValue[] {
  const all = (types: readonly ErrorType[], ...numbers: readonly number[]): readonly WrongValue[] =>
    numbers.map((number) => ({ value: number, types }));
  switch (rule.kind) {
    case "minimum":
      return all(["FieldValueInvalid"], rule.limit - 1, rule.limit - 2);
    case "maximum":
      return all(["FieldValueInvalid"], rule.limit + 1);
    case "multipleOf":
      return all(
        ["FieldValueInvalid"],
        ...[value + rule.limit / 2, 1, rule.limit * 1.5].filter((one) => violates(rule, one, {})),
      );
    case "enum":
      return all(["FieldValueNotSupported"], Math.max(...rule.values.map(Number)) + 1);
    case "neq":
      return typeof rule.value === "number" ? all(["FieldValueInvalid"], rule.value) : [];
    default:
      return [];
  }
}

function wrongLists(rule: TestedRule, list: readonly unknown[]): readonly WrongValue[] {
  switch (rule.kind) {
    case "minItems":
      if (rule.limit === 0) return [];
      return [{ value: list.slice(0, rule.limit - 1), types: ["FieldValueTooFew", "FieldValueInvalid"] }];
    case "maxItems": {
      if (list.length === 0) return [];
      const missing = rule.limit + 1 - list.length;
      const equal = Array.from({ length: missing }, () => list[0]);
      // In the second list, the new items differ from each other, because a rule may require
      // unique items.
      const different = Array.from({ length: missing }, (_, at) => other(list[0], at));
      return [equal, different].map((more) => ({ value: [...list, ...more], types: ["FieldValueTooMany"] }));
    }
    case "union":
    case "zeroOrOneOf":
      return wrongItems(rule, list);
    case "unique":
      if (list.length === 0) return [];
      return [{ value: [...list, list[0]], types: ["FieldValueDuplicate", "FieldValueInvalid"] }];
    default:
      return [];
  }
}

function other(value: unknown, at: number): unknown {
  if (typeof value === "string") return `a${String(at)}`;
  return typeof value === "number" ? at : value;
}

function wrongMaps(rule: TestedRule, map: ObjectValues): readonly WrongValue[] {
  const entries = Object.entries(map);
  switch (rule.kind) {
    case "minProperties": {
      if (rule.limit === 0) return [];
      const value = Object.fromEntries(entries.slice(0, rule.limit - 1));
      return [{ value, types: ["FieldValueTooFew", "FieldValueInvalid"] }];
    }
    case "maxProperties": {
      const [first] = entries;
      if (first === undefined) return [];
      const more = Array.from({ length: rule.limit + 1 }, (_, at) => [`a${String(at)}`, first[1]] as const);
      return [{ value: Object.fromEntries(more), types: ["FieldValueTooMany", "FieldValueInvalid"] }];
    }
    default:
      return [];
  }
}

function wrongObjects(rule: TestedRule, of: RuleValue, object: ObjectValues, donor: Donor): readonly WrongValue[] {
  switch (rule.kind) {
    case "embeddedResource":
      return [{ value: { apiVersion: "v1" }, types: ["FieldValueRequired"], at: "kind" }];
    case "oneOf":
      if (rule.values === undefined) return [];
      return [
        {
          value: { ...object, [rule.discriminator]: "no-such-value" },
          types: ["FieldValueNotSupported"],
          at: rule.discriminator,
        },
      ];
    case "union":
    case "zeroOrOneOf":
    case "atLeastOneOf":
      return wrongMembers(rule, of, object, donor);
    case "dependentRequired":
    case "dependentForbidden": {
      const [trigger, dependent] = [propertyOf(of, rule.trigger), propertyOf(of, rule.dependent)];
      const value = withSet({ ...object }, trigger, donor);
      if (value === undefined) return [];
      if (rule.kind === "dependentForbidden") {
        const both = withSet(value, dependent, donor);
        return both === undefined ? [] : [{ value: both, types: ["FieldValueForbidden"], at: dependent.name }];
      }
      unset(value, dependent);
      return [{ value, types: ["FieldValueRequired"], at: dependent.name }];
    }
    default:
      return [];
  }
}
