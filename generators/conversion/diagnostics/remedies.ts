import { addMarker, type Fix } from "../../../engine/fix/fix.js";
import { underlying } from "../../../engine/model/lookup.js";
import type { Field, ObjectShape } from "../../../engine/model/universe.js";
import { editDistance, nearestFirst } from "../../../engine/nearest.js";
import { linkFields } from "../plan/links.js";
import { optedOut, renameMarker } from "../markers.js";
import { couldPreserve } from "../plan/preservation.js";
import { convertValue, type ValueContext } from "../plan/value.js";
import type { Direction } from "../directions.js";

/**
 * The marker of a field without a peer that has another name on the other side: a similar one, or
 * that of the only field of the type that is left.
 */
export function renamings(context: ValueContext, { from, to }: Direction, field: Field): Fix[] {
  if (from.shape.kind !== "object" || to.shape.kind !== "object") return [];
  const free = sourceless(from.shape, to.shape);
  const alike = free.filter((other) => isAlike(context, field, other));
  const similar = nearestFirst(
    field.name,
    alike.map(({ name }) => name).filter((name) => isSimilar(field.name, name)),
  );
  const left = linkFields(from.shape, to.shape).unmatched.filter(
    (other) => !optedOut(other) && renameMarker(other) === undefined,
  );
  const isOnly = (others: readonly Field[], one: Field): boolean =>
    others.filter((other) => other.optional === one.optional && isAlike(context, one, other)).length === 1;
  const only = isOnly(free, field)
    ? alike.filter((other) => other.optional === field.optional && isOnly(left, other)).map(({ name }) => name)
    : [];
  const [first, ...others] = similar.length > 0 ? similar : only;
  if (first === undefined) return [];
  const also = others.length === 0 ? "" : ` (or ${others.slice(0, 3).join(", ")}${others.length > 3 ? ", …" : ""})`;
  const marker = `+k8s:conversion-gen:rename=${first}`;
  return [
    addMarker(
      field.position,
      marker,
      `If it is ${context.world.types.label(to)}.${first}${also}, on the field: ${marker}`,
    ),
  ];
}

/** Whether two names differ by one letter, or one begins or ends with the other. */
function isSimilar(a: string, b: string): boolean {
  const [short = "", long = ""] = [a.toLowerCase(), b.toLowerCase()].sort((x, y) => x.length - y.length);
  return short.length > 2 && (long.startsWith(short) || long.endsWith(short) || editDistance(short, long) === 1);
}

function sourceless(from: ObjectShape, to: ObjectShape): Field[] {
  const { byOutput } = linkFields(from, to);
  return to.fields.filter(
    (field) => !byOutput.has(field.name) && !optedOut(field) && renameMarker(field) === undefined,
  );
}

/**
 * Whether values of both are converted without a function in both directions; a text is not one of
 * a few literals.
 */
function isAlike(context: ValueContext, a: Field, b: Field): boolean {
  const { universe } = context.world;
  const isLiterals = ({ type }: Field): boolean => underlying(universe, type).kind === "literals";
  if (isLiterals(a) !== isLiterals(b)) return false;
  return (
    convertValue(context, a.type, b.type, "", "").kind === "value" &&
    convertValue(context, b.type, a.type, "", "").kind === "value"
  );
}

/**
 * The marker of the kinds that a type of the version stands in, so that they keep in an annotation
 * what only the hub has.
 */
export function preserving({ world, setup }: ValueContext, { outward, to }: Direction): Fix[] {
  if (outward) return [];
  const kinds = couldPreserve(world, setup, to);
  if (kinds.length === 0) return [];
  const marker = "+k8s:conversion-gen:preserve=annotation";
  const labels = kinds.map((kind) => world.types.label(kind)).join(" and ");
  return [
    {
      text: `To keep it in an annotation, on ${labels}: ${marker}`,
      edits: kinds.map(({ position }) => ({ kind: "addMarker", at: position, marker })),
    },
  ];
}
