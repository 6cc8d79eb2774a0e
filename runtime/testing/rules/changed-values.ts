import { deepCopyJSON, isObject } from "../../json/values.js";
import type { UpdateRule } from "../../schema/rule.js";
import type { TestedRuleOf } from "./of-type.js";
import { filledOf, isSet, kindZero, type ObjectValues } from "./value.js";
import type { TestedValue } from "./wrong-values.js";

/** A value before and after an update that violates a rule. An absent value is undefined. */
export interface WrongChange {
  readonly before: unknown;
  readonly after: unknown;
  /**
   * Path of the error relative to the value: `[*]` for an added item. Absent if the error is at the
   * value itself.
   */
  readonly below?: string;
  readonly type: "FieldValueInvalid" | "FieldValueForbidden";
  /** Name of the violation, for a rule that can be violated in several ways. */
  readonly variant?: string;
}

/** The value that an update changes, so that the update violates only the tested rule. */
export interface ChangedValue extends TestedValue {
  /**
   * Names of the list keys, if the value is an item of a keyed list. A change of a key would make
   * the value another item.
   */
  readonly keys: readonly string[];
  /** True if the value has the rule `optional`, which skips all other rules for an unset value. */
  readonly isOptional: boolean;
}

/**
 * Returns updates of a valid value that violate a rule. The result is empty if no change of this
 * value can violate the rule.
 */
export function wrongChanges(rule: TestedRuleOf<"update">, tested: ChangedValue): readonly WrongChange[] {
  const { value, of, isProperty, isOptional } = tested;
  const type = "FieldValueInvalid";
  const invalid = (before: unknown, after: unknown): readonly WrongChange[] => [{ before, after, type }];
  const isFilled = isSet(value, of);
  const changed = isFilled ? changedValue(tested) : undefined;
  switch (rule.only) {
    case "monotonic":
      return typeof value === "number" ? invalid(value, value - 1) : [];
    case "NoModify":
      return changed === undefined ? [] : invalid(value, changed);
    case "immutable": {
      const canBeCleared = isFilled && of.optional && !isOptional;
      const cleared: readonly WrongChange[] = canBeCleared
        ? [{ before: value, after: undefined, type, variant: "cleared" }]
        : [];
      return [...(changed === undefined ? [] : invalid(value, changed)), ...cleared];
    }
    case "NoSet":
    case "NoUnset": {
      if (!isProperty || !isFilled) return [];
      const empty = of.optional ? undefined : kindZero(of.kind);
      return rule.only === "NoSet" ? invalid(empty, value) : invalid(value, empty);
    }
    case "NoAddItem":
    case "NoRemoveItem":
      return changedItems(rule.only, value);
  }
}

function changedItems(only: UpdateRule, value: unknown): readonly WrongChange[] {
  const fewer = Array.isArray(value) ? value.slice(0, -1) : isObject(value) ? withoutLast(value) : undefined;
  const hasItems = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (fewer === undefined || !hasItems) return [];
  const type = "FieldValueForbidden";
  if (only === "NoAddItem") return [{ before: fewer, after: value, below: "[*]", type }];
  return [{ before: value, after: fewer, ...(Array.isArray(value) ? {} : { below: "[*]" }), type }];
}

function withoutLast(map: ObjectValues): ObjectValues {
  return Object.fromEntries(Object.entries(map).slice(0, -1));
}

/**
 * Returns a different value that counts as set, and that may violate other rules. Returns undefined
 * if no such value is known, for example for a quantity.
 */
function changedValue({ value, of, keys }: ChangedValue): unknown {
  if (of.kind === "bytes") return value === "YQ==" ? "Yg==" : filledOf("bytes");
  if (typeof value === "string") return of.kind === "struct" ? undefined : `${value}a`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.length > 1 ? (deepCopyJSON(value) as readonly unknown[]).slice(1) : undefined;
  return isObject(value) ? changedObject(value, keys) : undefined;
}

function changedObject(value: ObjectValues, keys: readonly string[]): ObjectValues | undefined {
  for (const [name, inner] of Object.entries(value)) {
    if (keys.includes(name) || (typeof inner !== "number" && typeof inner !== "boolean")) continue;
    return { ...value, [name]: typeof inner === "number" ? inner + 1 : !inner };
  }
  const text = Object.keys(value).find((name) => !keys.includes(name) && typeof value[name] === "string");
  return text === undefined ? undefined : { ...value, [text]: `${String(value[text])}a` };
}
