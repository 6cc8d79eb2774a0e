import * as fc from "fast-check";
import type { ErrorType, FieldError } from "../../field/error.js";
import { errorText, type ErrorList } from "../../field/index.js";
import { optionsOf } from "./active.js";
import type { Options, Rules } from "./rule.js";
import { violationsOf, withoutIndexes, type Violation } from "./violations.js";

/** Validates an object as the scheme does. */
export type ValidateObject<T> = (options: Options, object: T) => ErrorList;

/**
 * Number of objects that are changed. Each rule needs one object that shows that it is enforced.
 */
const samples = 60;

/**
 * Checks that validation enforces each rule: an object that violates it has the error of this rule
 * at the place of the violation, and errors nowhere else.
 * @param objects objects that keep the rules; those that do not are skipped
 * @throws Error that lists the rules that are not enforced, with an object and its errors; also if
 * no object is valid
 */
export function checkEnforcement<T>(
  objects: fc.Arbitrary<T>,
  rules: Rules,
  validate: ValidateObject<T>,
  seed: number,
): void {
  const disabled = Object.fromEntries(optionsOf(rules).map((name) => [name, false]));
  const enabled = Object.fromEntries(optionsOf(rules).map((name) => [name, true]));
  const enforced = new Set<string>();
  let valid = 0;
  let invalid: FieldError | undefined;
  const failures = new Map<string, string>();
  for (const object of fc.sample(objects, { seed, numRuns: samples })) {
    const own = validate(disabled, object);
    invalid = own[0];
    // The scheme validates objects of this type only in requests of a subresource.
    if (invalid?.type === "InternalError") return;
    if (invalid !== undefined) continue;
    valid++;
    for (const violation of violationsOf(object, rules)) {
      if (enforced.has(violation.rule)) continue;
      const errors = [disabled, enabled].map((options) =>
        validate({ ...options, ...violation.options }, violation.object as T),
      );
      if (errors.some((all) => isExpected(all, violation))) enforced.add(violation.rule);
      else failures.set(violation.rule, failureText(violation, errors[0] ?? []));
    }
  }
  if (valid === 0 && invalid !== undefined)
    throw new Error(
      `no rule can be checked, because none of ${String(samples)} generated objects is valid: ${errorText(invalid)}; write a function Fuzz_<T> that generates valid objects`,
    );
  const wrong = [...failures].filter(([rule]) => !enforced.has(rule)).map(([, text]) => text);
  if (wrong.length > 0) throw new Error(`validation does not enforce these rules:\n${wrong.join("\n")}`);
}

/**
 * Reports whether the errors contain one of the violated rule, and none of another value. A value
 * can violate several rules of the same property.
 */
function isExpected(errors: ErrorList, { types, field }: Violation): boolean {
  const isAt = (path: string, type: ErrorType): boolean =>
    path === field || (type === "FieldValueDuplicate" && path === `${field}[*]`);
  const pathOf = ({ field: path }: FieldError): string => (path === "<nil>" ? "" : withoutIndexes(path));
  return errors.some(({ type }) => types.includes(type)) && errors.every((error) => isAt(pathOf(error), error.type));
}

function failureText({ rule, object, field }: Violation, errors: ErrorList): string {
  const returned = errors.length === 0 ? "no error" : errors.map(errorText).join("; ");
  return `  ${rule}: expected its error at ${field === "" ? "the object" : field}, got ${shortened(returned)}\n    ${shortened(JSON.stringify(object))}`;
}

function shortened(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
