import { addMarker } from "../../engine/fix/fix.js";
import type { Fix } from "../../engine/fix/fix.js";
import type { Field, ObjectShape } from "../../engine/model/universe.js";
import { nearestFirst } from "../../engine/nearest.js";
import { linkFields } from "./links.js";
import { optedOut, renameMarker } from "./markers.js";
import { couldPreserve } from "./preservation.js";
import { convertValue } from "./value.js";
import type { ValueContext } from "./value.js";
import type { Direction } from "./directions.js";

/** The marker of a field without a peer that has another name on the other side: the most alike of those that nothing comes from. */
export function renamings(context: ValueContext, { from, to }: Direction, field: Field): Fix[] {
  if (from.shape.kind !== "object" || to.shape.kind !== "object") return [];
  const free = sourceless(from.shape, to.shape).filter((other) => isAlike(context, field, other));
  const [first, ...others] = nearestFirst(field.name, free.map(({ name }) => name));
  if (first === undefined) return [];
  const also = others.length === 0 ? "" : ` (or ${others.slice(0, 3).join(", ")}${others.length > 3 ? ", …" : ""})`;
  const marker = `+k8s:conversion-gen:rename=${first}`;
  return [addMarker(field.position, marker, `If it is ${context.world.types.label(to)}.${first}${also}, on the field: ${marker}`)];
}

function sourceless(from: ObjectShape, to: ObjectShape): Field[] {
  const { byOutput } = linkFields(from, to);
  return to.fields.filter((field) => !byOutput.has(field.name) && !optedOut(field) && renameMarker(field) === undefined);
}

/** Whether values of both go over unasked, and come back. */
function isAlike(context: ValueContext, a: Field, b: Field): boolean {
  return convertValue(context, a.type, b.type, "", "").kind === "value" && convertValue(context, b.type, a.type, "", "").kind === "value";
}

/** The marker of the kinds that a type of the version stands in, so that they keep in an annotation what only the hub has. */
export function preserving({ world, setup }: ValueContext, { outward, to }: Direction): Fix[] {
  if (outward) return [];
  const kinds = couldPreserve(world, setup, to);
  if (kinds.length === 0) return [];
  const marker = "+k8s:conversion-gen:preserve=annotation";
  const labels = kinds.map((kind) => world.types.label(kind)).join(" and ");
  return [{ text: `To keep it in an annotation, on ${labels}: ${marker}`, edits: kinds.map(({ position }) => ({ kind: "addMarker", at: position, marker })) }];
}
