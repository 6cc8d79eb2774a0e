import type { Field, ObjectShape } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";
import { planField } from "./fields.js";
import type { FieldPlan, OptionalProperty, Property } from "./fields.js";
import type { Links } from "./links.js";
import type { ValueContext } from "./value.js";

/** The body for a wide type: what needs work is taken out of the input by name, the rest is cloned in one step and becomes the result. */
export interface RestBody {
  /** `clone` where nothing needs work. */
  readonly kind: "rest" | "clone";
  /** The fields that are taken out; all of them are read below. */
  readonly bound: readonly string[];
  /** Set where the rest lacks a required field of the output, which one of the properties sets. */
  readonly incomplete: boolean;
  readonly properties: readonly Property[];
  readonly optional: readonly OptionalProperty[];
}

// Objects with more optional fields than this have so many shapes that asking for each field costs more than cloning all of them.
const manyOptional = 12;

/** Names that the function has already, or that no variable can have. Other variables of generated code have no plain names. */
const taken: ReadonlySet<string> = new Set(
  (
    "input scope manual out rest mapValues convertEmbedded undefined arguments eval await async break case catch class const continue debugger default " +
    "delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private " +
    "protected public return static super switch this throw true try typeof var void while with yield"
  ).split(" "),
);

/**
 * The plan of a wide type most of whose fields go unchanged to the field of the same name. Undefined for other types, and where a
 * field of the input is not read at all: to take it out would leave a variable that nobody uses.
 * @param plans of the output's fields, in their order
 */
export function planRest(
  context: ValueContext,
  from: ObjectShape,
  to: ObjectShape,
  links: Links,
  plans: readonly FieldPlan[],
  output: Printable,
): RestBody | undefined {
  if (from.typeMeta !== undefined || to.typeMeta !== undefined) return undefined;
  if (from.fields.filter(({ optional }) => optional).length <= manyOptional) return undefined;
  const kept = new Set(to.fields.filter((_field, index) => plans[index]?.unchanged === true).map(({ name }) => name));
  if (kept.size * 2 < to.fields.length) return undefined;
  const repaired = to.fields.filter(({ name }) => !kept.has(name));
  const read = new Set(repaired.flatMap((field) => (isRead(plans[to.fields.indexOf(field)]) ? (links.byOutput.get(field.name)?.name ?? []) : [])));
  const bound = from.fields.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
  if (!bound.every((name) => read.has(name) && isVariable(name))) return undefined;
  const again = repaired.map((field) => planField(context, links.byOutput.get(field.name), field, output, variable));
  return {
    kind: repaired.length === 0 ? "clone" : "rest",
    bound,
    incomplete: repaired.some(({ optional }) => !optional),
    properties: again.flatMap(({ property }) => property ?? []),
    optional: again.flatMap(({ optional }) => optional ?? []),
  };
}

function isRead(plan: FieldPlan | undefined): boolean {
  if (plan === undefined || plan.manual !== undefined) return false;
  return plan.optional !== undefined || (plan.property !== undefined && plan.property.kind !== "expression");
}

function isVariable(name: string): boolean {
  return /^[a-z][A-Za-z0-9]*$/.test(name) && !taken.has(name);
}

function variable({ name }: Field): string {
  return name;
}
