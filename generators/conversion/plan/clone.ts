import type { ObjectShape } from "../../../engine/model/universe.js";
import type { ConvertedField, OptionalProperty, OutputProperty } from "./fields.js";
import type { Links } from "../../pairs/links.js";

/**
 * Body of a function that clones the input in one step and then replaces the fields that differ. It
 * is used for types with many optional fields.
 */
export interface CloneBody {
  /** `clone` if no field differs. `repair` if the function replaces fields of the clone. */
  readonly kind: "repair" | "clone";
  /** Names of the input's fields that are replaced. */
  readonly replaced: readonly string[];
  /**
   * True if the clone is not a valid output, because a required field is missing or has another
   * type.
   */
  readonly incomplete: boolean;
  readonly properties: readonly OutputProperty[];
  readonly optional: readonly OptionalProperty[];
}

// If a type has more optional fields than this number, a clone of all fields is faster than one
// `if` for each field. V8 optimises poorly for objects of many different shapes.
const manyOptional = 12;

/**
 * Returns a function body that clones the input, if at least half of the output's fields are
 * unchanged. Returns undefined for kinds, for a type with few optional fields, or if the clone
 * could contain a field that the output must not have: one that is renamed, lost, or omitted
 * because it is zero.
 * @param plans plans of all fields of the output, in the order of the fields
 */
export function planClone(
  from: ObjectShape,
  to: ObjectShape,
  links: Links,
  plans: readonly ConvertedField[],
): CloneBody | undefined {
  if (from.typeMeta !== undefined || to.typeMeta !== undefined) return undefined;
  if (from.fields.filter(({ optional }) => optional).length <= manyOptional) return undefined;
  const fields = to.fields.map((field, index) => ({
    field,
    plan: plans[index] ?? {},
    input: links.byOutput.get(field.name),
  }));
  const repaired = fields.filter(({ plan }) => plan.unchanged !== true);
  if (repaired.length * 2 > fields.length) return undefined;
  const replaced = repaired.flatMap(({ field, plan, input }) => {
    if (input?.name !== field.name) return [];
    const isReplaced =
      plan.property !== undefined || (plan.optional !== undefined && plan.manual === undefined && input.optional);
    return isReplaced ? [field.name] : [];
  });
  const kept = new Set([
    ...fields.filter(({ plan }) => plan.unchanged === true).map(({ field }) => field.name),
    ...replaced,
  ]);
  if (!from.fields.every(({ name }) => kept.has(name))) return undefined;
  return {
    kind: repaired.length === 0 ? "clone" : "repair",
    replaced,
    incomplete: repaired.some(({ field }) => !field.optional),
    properties: repaired.flatMap(({ plan }) => plan.property ?? []),
    optional: repaired.flatMap(({ plan }) => plan.optional ?? []),
  };
}
