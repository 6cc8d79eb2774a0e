import type { APIField } from "../form/api.js";
import { canonical } from "../form/canonical.js";
import type { ConstraintLiteral } from "../form/constraints.js";
import { allows, formZero } from "../form/value-range.js";
import type { FormDifference } from "./difference.js";

/** A difference of a property. `path` is the name of the property in its object type. */
export interface FieldDifference extends FormDifference {
  readonly path: string;
  /** The property in the new API. Absent for a removed property. */
  readonly field?: APIField;
}

type Fields = ReadonlyMap<string, APIField>;

/**
 * Compares the properties of an object type: their names, whether they are required, and their
 * defaults.
 */
export function compareFields(
  old: Fields,
  now: Fields,
  isOpen: { readonly old: boolean; readonly now: boolean },
): readonly FieldDifference[] {
  const removed = [...old.values()].filter(({ name }) => !now.has(name));
  const added = [...now.values()].filter(({ name }) => !old.has(name));
  return [
    // An object that keeps unknown properties also keeps a removed property.
    ...(isOpen.now ? [] : removed.map((field) => removal(field, added))),
    ...(isOpen.old ? added.map(typing) : []),
    ...added.filter((field) => field.isRequired && field.default === undefined).map(requirement),
    ...[...now.values()].flatMap((field) => {
      const before = old.get(field.name);
      return before === undefined ? [] : comparePresence(before, field);
    }),
  ];
}

function removal({ name }: APIField, added: readonly APIField[]): FieldDifference {
  const renamed = added.find((field) => field.renamed === name);
  if (renamed !== undefined)
    return {
      code: "renamed-json-key",
      severity: "breaking",
      path: name,
      field: renamed,
      detail: ` had the name ${name} before`,
      hint: `keep the name ${name} in this version, because clients and stored objects use it`,
    };
  const [first] = added;
  const hint =
    first === undefined
      ? "keep the property, and state in its comment that it is deprecated"
      : `if ${first.name} is its new name, keep both properties, or rename the property only in a new version, because clients and stored objects use the old name`;
  return { code: "removed-field", severity: "breaking", path: name, detail: `.${name} was removed`, hint };
}

function typing(field: APIField): FieldDifference {
  const detail = ": the property accepted any value before, and now has a type";
  return { code: "changed-type", severity: "breaking", path: field.name, field, detail };
}

function requirement(field: APIField): FieldDifference {
  return {
    code: "new-required-field",
    severity: "breaking",
    path: field.name,
    field,
    detail: " is new and required: the server refuses objects without the property",
    hint: `make the property optional (${field.name}?), or add a default`,
  };
}

/**
 * Result of an absent or zero property: the server refuses the object, or stores the property as
 * absent, as zero or with a default.
 */
type Effect = "refused" | "absent" | "zero" | { readonly default: string };

function comparePresence(old: APIField, now: APIField): readonly FieldDifference[] {
  const inputs = ["absent", "zero"] as const;
  const found = inputs.flatMap((input) => {
    const [before, after] = [effectOf(old, input), effectOf(now, input)];
    if (before === "refused" || canonical(before) === canonical(after)) return [];
    // If the new API refuses the zero value, the comparison of rules reports the change.
    if (input === "zero" && after === "refused") return [];
    const difference = differenceOf(old, now, input, before, after);
    return difference === undefined ? [] : [difference];
  });
  // A changed default changes absent and zero values in the same way: report one change.
  return found.slice(0, 1);
}

function effectOf(field: APIField, input: "absent" | "zero"): Effect {
  const { isOptional, isRequired, omitsZero } = field;
  const replaced = field.default !== undefined && (input === "absent" || !isOptional || omitsZero);
  if (replaced) return effectOfDefault(field);
  if (input === "absent" && isRequired) return "refused";
  if (isOptional && (input === "absent" || omitsZero)) return "absent";
  return input === "zero" && !allowsZero(field) ? "refused" : "zero";
}

/** Reports whether the rules of a property allow its zero value. */
function allowsZero(field: APIField): boolean {
  const value = field.value();
  const zero = formZero(value);
  if (zero === undefined) return false;
  if (typeof zero !== "object") return allows(value.constraints, zero as ConstraintLiteral);
  const least = value.constraints.limits.get(Array.isArray(zero) ? "minItems" : "minProperties");
  return least === undefined || least.value <= 0;
}

function effectOfDefault(field: APIField): Effect {
  const { value, text } = field.default ?? { text: "" };
  const zero = formZero(field.value());
  return zero !== undefined && value !== undefined && canonical(zero) === canonical(value) ? "zero" : { default: text };
}

function differenceOf(
  old: APIField,
  now: APIField,
  input: "absent" | "zero",
  before: Effect,
  after: Effect,
): FieldDifference | undefined {
  const at = { severity: "breaking", path: now.name, field: now } as const;
  const what = input === "absent" ? "an absent value" : "a zero value";
  if (after === "refused")
    return {
      ...at,
      code: "optional-to-required",
      detail: " was optional, and is now required: the server refuses objects without the property",
      hint: `make the property optional again (${now.name}?)`,
    };
  const [was, is] = [described(before, ["stayed", "was", "got"]), described(after, ["stays", "is", "gets"])];
  const detail = `: ${what} ${was} before, and now ${is}`;
  if (old.default !== undefined && now.default === undefined) return { ...at, code: "removed-default", detail };
  const isUnset = now.default === undefined && after === "zero";
  return { ...at, code: isUnset ? "optional-to-required" : "changed-default", detail };
}

/** Describes an effect. `words` are the verbs for an absent value, a zero value and a default. */
function described(effect: Effect, [absent, zero, given]: readonly [string, string, string]): string {
  if (effect === "absent") return `${absent} absent`;
  return typeof effect === "string" ? `${zero} read as the zero value` : `${given} the default ${effect.default}`;
}
