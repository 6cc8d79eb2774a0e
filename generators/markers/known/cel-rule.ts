import { unknownArgument } from "../../../engine/markers/typed-arguments.js";
import { argumentsOf } from "../../../engine/markers/arguments.js";
import type { MarkerDefinition } from "../../../engine/markers/marker.js";

/** Properties of a CEL rule in a schema, with the kinds of their values. */
const properties = {
  rule: "text",
  message: "text",
  messageExpression: "text",
  reason: "text",
  fieldPath: "text",
  optionalOldSelf: "boolean",
} as const;

/**
 * Returns the CEL rule of controller-gen's marker `…XValidation:rule="…",message="…"`. Returns
 * undefined for a malformed marker or a marker without a rule.
 */
export function ruleOf(
  name: string,
  value: string | undefined,
  prefix: string,
): { readonly [property: string]: unknown } | undefined {
  const given = argumentsOf(name, value, prefix);
  if ("fault" in given || !given.has("rule")) return undefined;
  const isSwitch = (key: string): boolean =>
    Object.hasOwn(properties, key) && properties[key as keyof typeof properties] === "boolean";
  return Object.fromEntries([...given].map(([key, text]) => [key, isSwitch(key) ? text === "true" : text]));
}

/** Error reasons that a CEL rule can have. */
const reasons = ["FieldValueRequired", "FieldValueInvalid", "FieldValueForbidden", "FieldValueDuplicate"];

/**
 * Returns the check of a marker that contains a CEL rule.
 * @param prefix the marker's name without the first argument
 */
export function checkRule(prefix: string): NonNullable<MarkerDefinition["check"]> {
  return ({ name, value }) => {
    const given = argumentsOf(name, value, prefix);
    if ("fault" in given) return given.fault;
    const known = Object.keys(properties);
    const unknown = [...given.keys()].find((key) => !known.includes(key));
    if (unknown !== undefined) return unknownArgument(unknown, known);
    if ((given.get("rule") ?? "") === "") return "needs rule=…";
    const reason = given.get("reason");
    if (reason !== undefined && !reasons.includes(reason))
      return `the reason ${reason} must be one of ${reasons.join(", ")}`;
    return /^(true|false)$/.test(given.get("optionalOldSelf") ?? "true")
      ? undefined
      : "optionalOldSelf needs true or false";
  };
}
