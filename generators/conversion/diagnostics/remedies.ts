import { addMarker, type Fix } from "../../../engine/fix/fix.js";
import { underlying } from "../../../engine/model/lookup.js";
import type { Field, ObjectShape, Type, TypeId } from "../../../engine/model/universe.js";
import { propertyKey } from "../../../engine/render.js";
import { editDistance, nearestFirst } from "../../../engine/util/nearest.js";
import { linkFields } from "../plan/links.js";
import { optedOut, rename } from "../markers.js";
import { couldPreserve } from "../diagnostics/preserve-problems.js";
import { convertValue, type ValueScope } from "../plan/value.js";
import type { ConversionContext } from "../context.js";
import type { Direction } from "../directions.js";
import type { Types } from "../types.js";

/**
 * Returns a hint to add the field to the peer type, with the file and line of that type. Returns an
 * empty list if the project does not declare the peer type.
 */
export function newField(context: ConversionContext, direction: Direction, field: Field): string[] {
  if (!isWritable(context, field.type)) return [];
  const text = declarationOf(context, direction, field);
  return placeOf(context, direction).map((place) => `if the field is new, add it to ${place}: ${text}`);
}

/**
 * Returns a hint to add the fields to the peer type, see `newField`. Each field has its own line.
 */
export function newFields(context: ConversionContext, direction: Direction, fields: readonly Field[]): string[] {
  const lines = fields.map((field) => `  ${declarationOf(context, direction, field)}`);
  return placeOf(context, direction).map(
    (place) => `if the fields are new, add them to ${place}:\n${lines.join("\n")}`,
  );
}

/**
 * Returns a hint to give the peer field the type of the field, with the file and line of the peer
 * field. Returns an empty list if the project does not declare the peer type, or if the type of the
 * field has no declaration that could be repeated.
 */
export function sameType(context: ConversionContext, direction: Direction, field: Field, peer: Field): string[] {
  if (placeOf(context, direction).length === 0 || !isWritable(context, field.type)) return [];
  const { file, line } = peer.position;
  const text = declarationOf(context, direction, { ...peer, type: field.type });
  return [`if both fields should have one type, write at ${file}:${line}: ${text}`];
}

/**
 * Reports whether a type can be written in another file. An instance of a generic type cannot,
 * because the other folder does not have the generic type.
 */
function isWritable({ types }: Pick<ConversionContext, "types">, type: Type): boolean {
  switch (type.kind) {
    case "ref": {
      const fields = anonymousFields(types, type.to);
      return fields === undefined
        ? types.declaration(type.to).expression === undefined
        : fields.every((field) => isWritable({ types }, field.type));
    }
    case "embedded":
      return types.declaration(type.of).expression === undefined;
    case "list":
      return isWritable({ types }, type.element);
    case "map":
      return isWritable({ types }, type.value);
    case "tuple":
      return type.elements.every((element) => isWritable({ types }, element));
    default:
      return true;
  }
}

/**
 * Returns the name, file and line of the peer type. Returns an empty list if the project does not
 * declare it.
 */
function placeOf({ types }: ConversionContext, { to }: Direction): string[] {
  const pkg = types.packageOf(to);
  const { file, line } = to.position;
  return pkg.kind === "folder" && pkg.target ? [`${types.label(to)} (${file}:${line})`] : [];
}

/** Returns the fields of an object type without a name; undefined for every other type. */
function anonymousFields(types: Types, id: TypeId): readonly Field[] | undefined {
  const { expression = [], shape } = types.declaration(id);
  const isAnonymous = expression.some((part) => typeof part === "string" && part.startsWith("["));
  return isAnonymous && shape.kind === "object" ? shape.fields : undefined;
}

/** Returns a type as it is written in a declaration. */
function written(types: Types, type: Type): string {
  switch (type.kind) {
    case "ref": {
      const fields = anonymousFields(types, type.to);
      return fields === undefined
        ? types.describe(type)
        : `{ ${fields.map((field) => `${nameOf(field)}: ${written(types, field.type)}`).join("; ")} }`;
    }
    case "list":
      return `${written(types, type.element)}[]`;
    case "map":
      return `Record<string, ${written(types, type.value)}>`;
    case "tuple":
      return `[${type.elements.map((element) => written(types, element)).join(", ")}]`;
    default:
      return types.describe(type);
  }
}

function nameOf({ name, optional }: Field): string {
  return `${propertyKey(name)}${optional ? "?" : ""}`;
}

/** Returns the declaration of a field for the file of the peer type. */
function declarationOf({ types }: ConversionContext, { from }: Direction, field: Field): string {
  // Inside its own folder, a type is written without the name of the package.
  const prefix = new RegExp(String.raw`(?<![\w"'])${types.packageOf(from).name}\.(?=[A-Z])`, "g");
  return `${nameOf(field)}: ${written(types, field.type).replace(prefix, "")};`;
}

/**
 * Returns rename markers for a field whose peer probably has another name. A candidate has a
 * similar name, or is the only remaining field of the same type.
 */
export function renamings(scope: ValueScope, { from, to }: Direction, field: Field): Fix[] {
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
  const [first, ...others] = similar.length > 0 ? similar : only;
  if (first === undefined) return [];
  const also = others.length === 0 ? "" : ` (or ${others.slice(0, 3).join(", ")}${others.length > 3 ? ", …" : ""})`;
  const marker = `+k8s:conversion-gen:rename=${first}`;
  return [
    addMarker(
      field.position,
      marker,
      `if it corresponds to ${scope.context.types.label(to)}.${first}${also}, add to the field: ${marker}`,
    ),
  ];
}

/**
 * Reports whether two names differ in one letter, or one of the names is the beginning or end of
 * the other.
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
 * Reports whether the values of two fields can be converted in both directions without a function.
 * For example, a string and a union of strings cannot be converted in both directions.
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

/**
 * Returns the `preserve` markers for the kinds that contain a version's type. With these markers,
 * an annotation stores the fields that only the hub has.
 */
export function preserving({ context, target }: ValueScope, { toHub, to }: Direction): Fix[] {
  if (toHub) return [];
  const kinds = couldPreserve(context, target, to);
  if (kinds.length === 0) return [];
  const marker = "+k8s:conversion-gen:preserve=annotation";
  const labels = kinds.map((kind) => context.types.label(kind)).join(" and ");
  return [
    {
      text: `to keep it in an annotation, add to ${labels}: ${marker}`,
      edits: kinds.map(({ position }) => ({ kind: "addMarker", at: position, marker })),
    },
  ];
}
