import { addMarker, type Fix } from "../../../engine/base/fix.js";
import { underlying } from "../../../engine/model/lookup.js";
import type { Field, ObjectShape } from "../../../engine/model/universe.js";
import { editDistance, nearestFirst } from "../../../engine/util/nearest.js";
import type { Direction } from "../../pairs/directions.js";
import { optedOut, rename } from "../../markers/conversion.js";
import { linkFields } from "../../pairs/links.js";
import { convertValue, type ValueScope } from "../../pairs/value.js";

/**
 * Returns the fix that adds a rename marker to a field whose peer probably has another name.
 * Returns an empty list if no other field is a likely peer.
 */
export function renamings(scope: ValueScope, direction: Direction, field: Field): Fix[] {
  const [first, ...others] = likelyPeers(scope, direction, field);
  if (first === undefined) return [];
  const also = others.length === 0 ? "" : ` (or ${others.slice(0, 3).join(", ")}${others.length > 3 ? ", …" : ""})`;
  const marker = renameMarker(first);
  return [
    addMarker(
      field.position,
      marker,
      `if its peer is ${scope.context.types.label(direction.to)}.${first}${also}, add to the field: ${marker}`,
    ),
  ];
}

export function renameMarker(peer: string): string {
  return `+k8s:conversion-gen:rename=${peer}`;
}

/**
 * Returns the names of the fields of the output to which a field without a peer probably
 * corresponds, the most likely first. Only fields whose type can be converted are candidates: those
 * with a similar name or, if none exists, the only remaining one, if it is optional like the field
 * or required like it.
 */
export function likelyPeers(scope: ValueScope, { from, to }: Direction, field: Field): readonly string[] {
  if (from.shape.kind !== "object" || to.shape.kind !== "object") return [];
  const free = outputOnlyFields(from.shape, to.shape);
  const alike = free.filter((other) => isAlike(scope, field, other));
  const similar = nearestFirst(
    field.name,
    alike.map(({ name }) => name).filter((name) => isSimilar(field.name, name)),
  );
  const left = linkFields(from.shape, to.shape).unmatched.filter((other) => !optedOut(other) && !rename.has(other));
  const isOnly = (others: readonly Field[], one: Field): boolean =>
    others.filter((other) => other.optional === one.optional && isAlike(scope, one, other)).length === 1;
  const only = isOnly(free, field)
    ? alike.filter((other) => other.optional === field.optional && isOnly(left, other)).map(({ name }) => name)
    : [];
  return similar.length > 0 ? similar : only;
}

/**
 * Reports whether two names of at least three letters differ in one letter, or whether one is the
 * beginning or end of the other. Upper and lower case are not distinguished.
 */
function isSimilar(a: string, b: string): boolean {
  const [short = "", long = ""] = [a.toLowerCase(), b.toLowerCase()].sort((x, y) => x.length - y.length);
  return short.length > 2 && (long.startsWith(short) || long.endsWith(short) || editDistance(short, long) === 1);
}

function outputOnlyFields(from: ObjectShape, to: ObjectShape): Field[] {
  const { byOutput } = linkFields(from, to);
  return to.fields.filter((field) => !byOutput.has(field.name) && !optedOut(field) && !rename.has(field));
}

/**
 * Reports whether the values of two fields can be converted in both directions without a new
 * function. A string and a union of strings, for example, are not alike.
 */
function isAlike(scope: ValueScope, a: Field, b: Field): boolean {
  const { universe } = scope.context;
  const isLiterals = ({ type }: Field): boolean => underlying(universe, type).kind === "literals";
  if (isLiterals(a) !== isLiterals(b)) return false;
  return (
    convertValue(scope, a.type, b.type, "", "").kind === "value" &&
    convertValue(scope, b.type, a.type, "", "").kind === "value"
  );
}
