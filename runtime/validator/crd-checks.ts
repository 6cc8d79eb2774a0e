/**
 * @file Checks of rules in a CRD's schema, with the error messages of Kubernetes' validator of
 *   custom resources.
 */
import { embeddedResource } from "../crd/embedded-resource.js";
import { namedStringFormat } from "../crd/formats.js";
import { duplicatesText, formatText, patternText } from "../crd/value-texts.js";
import * as field from "../field/constructors.js";
import { omitValue } from "../field/error.js";
import { isBranch } from "../json/values.js";
import { leavesOut, markImplied } from "../operation/left-out.js";
import { countText } from "../rules/published.js";
import type { RuleOf } from "../schema/rule.js";
import { wholeValue } from "../schema/whole-value.js";
import { errorCheck, type Check, type RuleSubject } from "./check.js";
import { invalidInBody, withName } from "./crd-error.js";

export const embeddedResourceCheck: Check = (_op, path, value, _old, errors) => {
  embeddedResource(path, value as object, errors);
};

export function crdPatternCheck({ text }: RuleOf<"pattern">, { environment }: RuleSubject): Check {
  const pattern = environment.pattern(text);
  return errorCheck((path, value: unknown) =>
    typeof value === "string" && !pattern.matches(value)
      ? invalidInBody(path, value, patternText(pattern.text))
      : undefined,
  );
}

export function crdFormatCheck({ format }: RuleOf<"format">): Check {
  const hasFormat = namedStringFormat(format);
  const origin = `format=${format.replaceAll("-", "")}`;
  return errorCheck((path, value: unknown) => {
    if (typeof value !== "string" || hasFormat?.(value) !== false) return undefined;
    return { ...invalidInBody(path, value, formatText(format, value)), origin };
  });
}

/** Checks that a list has no equal items. */
export function noDuplicatesCheck(): Check {
  return errorCheck((path, list: readonly unknown[]) => {
    // The prefixes distinguish a string from an object or number with the same JSON.
    const keys = list.map((item) =>
      isBranch(item) ? `object ${wholeValue(item)}` : typeof item === "string" ? `string ${item}` : item,
    );
    return new Set(keys).size === keys.length ? undefined : invalidInBody(path, "", duplicatesText);
  });
}

/**
 * Checks that a value is a member of an enumeration. The error lists the members in the order of
 * the schema.
 */
export function crdEnumCheck({ values }: RuleOf<"enum">): Check {
  const members: ReadonlySet<unknown> = new Set(values);
  return errorCheck((path, value) =>
    members.has(value)
      ? undefined
      : markImplied(withName(path, field.notSupported(path, value, [...members].map(String)))),
  );
}

/** For each kind of rule, the allowed number of set properties. */
const counts = {
  zeroOrOneOf: (count: number) => count <= 1,
  union: (count: number) => count === 1,
  atLeastOneOf: (count: number) => count >= 1,
} as const;

/**
 * Checks how many of the listed properties are set. In a CRD, this is a CEL rule, so the error
 * contains no value, like the errors of all CEL rules.
 */
export function countCheck({ kind, members }: RuleOf<"union" | "zeroOrOneOf" | "atLeastOneOf">): Check {
  const names = members.map(({ name }) => name);
  const message = countText(kind, names);
  return (op, path, value, _old, errors) => {
    const obj = value as object;
    const set = names.filter((name) => Reflect.get(obj, name) !== undefined && !leavesOut(op, path, obj, name));
    if (!counts[kind](set.length)) errors.push(field.invalid(path, omitValue, message));
  };
}
