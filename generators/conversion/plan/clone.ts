import type { ObjectShape } from "../../../engine/model/universe.js";
import type { FieldPlan, OptionalProperty, Property } from "./fields.js";
import type { Links } from "./links.js";

/**
 * The body for a wide type: the input is cloned in one step, and what differs is put in its place.
 */
export interface CloneBody {
  /** `clone` where nothing differs. */
  readonly kind: "repair" | "clone";
  /** Fields of the input that are replaced. */
  readonly replaced: readonly string[];
  /** Set where the clone lacks a required field of the output, or has another type's. */
  readonly incomplete: boolean;
  readonly properties: readonly Property[];
  readonly optional: readonly OptionalProperty[];
}

// Objects with more optional fields than this have so many shapes that asking for each field costs
// more than cloning all of them.
const manyOptional = 12;

/**
 * The plan of a wide type at least half of whose fields go unchanged to the field of the same name.
 * Undefined for other types, and where the clone could keep a field that the output must not have:
 * one that is renamed, left out where it is zero, or lost.
 * @param plans of the output's fields, in their order
 */
export function planClone(
  from: ObjectShape,
  to: ObjectShape,
  links: Links,
  plans: readonly FieldPlan[],
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
