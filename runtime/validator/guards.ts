import { isInherited } from "../json/values.js";
import { objectFields, type AnyRule } from "../rules/type-rules.js";
import { isLiteral, isPrimitive, valueKindOf, type RuleValue } from "../rules/value.js";
import type { ValueShape } from "../schema/schema.js";
import { filledZero, needsOf } from "./presence.js";

/** Returns the source of an access to a property. */
export function access(object: string, name: string, isOptional = false): string {
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  return `${object}${isOptional ? "?." : isName ? "." : ""}${isName ? name : `[${JSON.stringify(name)}]`}`;
}

/**
 * Returns a condition that is true if one of some rules fails; it can also be true if none fails.
 * It costs less than a call of the checks. Returns undefined if no such condition exists.
 */
export function guardOf(rules: readonly AnyRule[], of: RuleValue, value: string): string | undefined {
  const guards = rules.map((rule) => guardOfRule(rule, of, value));
  return guards.length > 0 && guards.every((guard) => guard !== undefined) ? guards.join(" || ") : undefined;
}

function guardOfRule(rule: AnyRule, of: RuleValue, value: string): string | undefined {
  if (rule.kind === "required" || rule.kind === "optional") return unsetGuard(of, value);
  if (!("limit" in rule)) return undefined;
  const { kind, limit } = rule;
  const equals = rule.exclusive === true ? "=" : "";
  switch (kind) {
    case "minimum":
      return `${value} <${equals} ${String(limit)}`;
    case "maximum":
      return `${value} >${equals} ${String(limit)}`;
    // A character has one or two code units, and a code unit has one to three bytes in UTF-8.
    case "minLength":
      return `!(${value}?.length >= ${String(2 * limit - 1)})`;
    case "maxLength":
      return `${value}?.length > ${String(limit)}`;
    case "maxBytes":
      return `${value}?.length * 3 > ${String(limit)}`;
    case "minItems":
      return of.kind === "list" ? `!(${value}?.length >= ${String(limit)})` : undefined;
    // A base64 string is longer than its bytes.
    case "maxItems":
      return `${value}?.length > ${String(limit)}`;
    default:
      return undefined;
  }
}

function unsetGuard({ kind, pointer, isZeroUnset }: RuleValue, value: string): string | undefined {
  if (isZeroUnset !== true && pointer) return `${value} === undefined`;
  if (kind === "list") return `!(${value}?.length > 0)`;
  return isPrimitive(kind) ? `!${value}` : undefined;
}

/**
 * Returns a condition that is true only for a value that is neither absent nor the zero of its
 * type. It can also be false for such a value.
 * @param isFilled name of the function that decides it for values without a cheaper test
 */
export function filledTest(shape: ValueShape, value: string, isFilled: string): string | undefined {
  const own = cheapTest(shape, value);
  if (own !== undefined) return own;
  const fields = Object.entries(objectFields(shape) ?? {});
  const needs = needsOf(shape);
  const needed = needs === undefined ? fields : fields.filter(([name]) => Object.hasOwn(needs, name));
  const tests = needed.flatMap(([name, field]) => {
    if (field.optional === true || isInherited(name)) return [];
    return cheapTest(field, access(value, name, true)) ?? [];
  });
  // An object without needs is filled if one of its properties is.
  if (needs === undefined) return tests[0] ?? (filledZero(shape) === undefined ? `${isFilled}(${value})` : undefined);
  return tests.length === needed.length ? tests.join(" && ") : undefined;
}

/** Returns the test for a string, number, boolean or list; undefined for other types. */
function cheapTest(shape: ValueShape, value: string): string | undefined {
  if (isLiteral(shape)) return undefined;
  const kind = valueKindOf(shape);
  if (kind === "list") return `${value}?.length > 0`;
  return isPrimitive(kind) ? value : undefined;
}
