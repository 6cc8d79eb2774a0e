import { limits } from "../schema/limits.js";
import { isInherited } from "../json/values.js";
import { objectShape, type AnyRule } from "../rules/type-rules.js";
import { isLiteral, isPrimitive, valueKindOf, type RuleValue } from "../rules/value.js";
import type { ValueShape } from "../schema/schema.js";
import { filledZero, needsOf } from "./presence.js";

/**
 * Returns the source text that reads a property: `object.name` or `object?.["a-b"]`.
 * @param object source text of the object
 */
export function access(object: string, name: string, isOptional = false): string {
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  return `${object}${isOptional ? "?." : isName ? "." : ""}${isName ? name : `[${JSON.stringify(name)}]`}`;
}

/**
 * Returns the source text of a condition that is true if one of the rules fails. The condition can
 * also be true if no rule fails; the checks then decide. Evaluating the condition costs less than
 * calling the checks. Returns undefined if no such condition exists.
 * @param value source text of the value
 */
export function guardOf(rules: readonly AnyRule[], of: RuleValue, value: string): string | undefined {
  const guards = rules.map((rule) => guardOfRule(rule, of, value));
  return guards.length > 0 && guards.every((guard) => guard !== undefined) ? guards.join(" || ") : undefined;
}

function guardOfRule(rule: AnyRule, of: RuleValue, value: string): string | undefined {
  if (rule.kind === "required" || rule.kind === "optional") return unsetGuard(of, value);
  if (!("limit" in rule)) return undefined;
  const { kind, limit, exclusive } = rule;
  if (kind === "multipleOf") return undefined;
  const { of: measured, side } = limits[kind];
  const length = `${value}?.length`;
  // The conditions compare code units: a character has one or two code units, and a code unit has
  // one to three bytes in UTF-8. A base64 string is longer than the bytes that it encodes.
  switch (measured) {
    case "value":
      return `${value} ${side === "least" ? "<" : ">"}${exclusive === true ? "=" : ""} ${limit}`;
    case "bytes":
      return `${length} * 3 > ${limit}`;
    case "properties":
      return undefined;
    default: {
      if (side === "most") return `${length} > ${limit}`;
      const least = measured === "characters" ? 2 * limit - 1 : limit;
      return measured === "items" && of.kind !== "list" ? undefined : `!(${length} >= ${least})`;
    }
  }
}

function unsetGuard({ kind, pointer, isZeroUnset }: RuleValue, value: string): string | undefined {
  if (isZeroUnset !== true && pointer) return `${value} === undefined`;
  if (kind === "list") return `!(${value}?.length > 0)`;
  return isPrimitive(kind) ? `!${value}` : undefined;
}

/**
 * Returns the source text of a condition that is true only for a value that is neither absent nor
 * the zero of its type. It can be false for such a value, too. Returns undefined if no such
 * condition exists.
 * @param value source text of the value
 * @param isFilled name of the function that tests values for which no cheaper test exists
 */
export function filledTest(shape: ValueShape, value: string, isFilled: string): string | undefined {
  const own = cheapTest(shape, value);
  if (own !== undefined) return own;
  const fields = Object.entries(objectShape(shape)?.fields ?? {});
  const needs = needsOf(shape);
  const needed = needs === undefined ? fields : fields.filter(([name]) => Object.hasOwn(needs, name));
  const tests = needed.flatMap(([name, field]) => {
    if (field.optional === true || isInherited(name)) return [];
    return cheapTest(field, access(value, name, true)) ?? [];
  });
  // If `needsOf` finds no required properties, an object counts as filled if one of its properties
  // is filled.
  if (needs === undefined) return tests[0] ?? (filledZero(shape) === undefined ? `${isFilled}(${value})` : undefined);
  return tests.length === needed.length ? tests.join(" && ") : undefined;
}

/**
 * Returns the source text of a test that a scalar or list is not zero; undefined for other types,
 * and for unions of literals.
 */
function cheapTest(shape: ValueShape, value: string): string | undefined {
  if (isLiteral(shape)) return undefined;
  const kind = valueKindOf(shape);
  if (kind === "list") return `${value}?.length > 0`;
  return isPrimitive(kind) ? value : undefined;
}
