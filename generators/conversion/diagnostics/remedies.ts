import type { Fix } from "../../../engine/base/fix.js";
import type { Field, Type, TypeId } from "../../../engine/model/universe.js";
import { referencesInType } from "../../../engine/model/type-references.js";
import { propertyKey } from "../../../engine/print/render.js";
import { couldPreserve } from "../diagnostics/preserve-problems.js";
import type { ValueScope } from "../../pairs/value.js";
import type { ConversionContext } from "../../pairs/context.js";
import type { Direction } from "../../pairs/directions.js";
import type { Types } from "../../pairs/types.js";

/**
 * Returns a hint to add the field to the peer type, with the file and line of that type. Returns an
 * empty list if this run does not write the package of the peer type, or if the field's type cannot
 * be written in another file.
 */
export function newField(context: ConversionContext, direction: Direction, field: Field): string[] {
  if (!isWritable(context.types, field.type)) return [];
  const text = declarationOf(context, direction, field);
  return placeOf(context, direction).map((place) => `if the field is new, add it to ${place}: ${text}`);
}

/**
 * Returns one hint to add the fields to the peer type, with one line for each field. Returns an
 * empty list if this run does not write the package of the peer type.
 */
export function newFields(context: ConversionContext, direction: Direction, fields: readonly Field[]): string[] {
  const lines = fields.map((field) => `  ${declarationOf(context, direction, field)}`);
  return placeOf(context, direction).map(
    (place) => `if the fields are new, add them to ${place}:\n${lines.join("\n")}`,
  );
}

/**
 * Returns a hint to give the peer field the same type as the field, with the file and line of the
 * peer field. Returns an empty list if this run does not write the package of the peer type, if the
 * field's type cannot be written in another file, or if the hint would change nothing.
 */
export function sameTypeHint(context: ConversionContext, direction: Direction, field: Field, peer: Field): string[] {
  if (placeOf(context, direction).length === 0 || !isWritable(context.types, field.type)) return [];
  const { file, line } = peer.position;
  const text = declarationOf(context, direction, { ...peer, type: field.type });
  // If both declarations are the same text, both folders have an alias of the same name with
  // different values, and the hint would change nothing.
  if (text === declarationOf(context, { from: direction.to }, peer)) return [];
  return [`if both fields should have the same type, write at ${file}:${line}: ${text}`];
}

/**
 * Reports whether a type can be written in another file. An instance of a generic type cannot,
 * because the other folder does not have the generic type.
 */
function isWritable(types: Types, type: Type): boolean {
  return referencesInType(type).values.every((id) => {
    const fields = anonymousFields(types, id);
    return fields === undefined
      ? types.declaration(id).expression === undefined
      : fields.every((field) => isWritable(types, field.type));
  });
}

/**
 * Returns the name, file and line of the peer type. Returns an empty list if this run does not
 * write the type's package.
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
  return types.describe(type, (inner) => {
    const fields = inner.kind === "ref" ? anonymousFields(types, inner.to) : undefined;
    const texts = fields?.map((field) => `${nameOf(field)}: ${written(types, field.type)}`);
    return texts && `{ ${texts.join("; ")} }`;
  });
}

function nameOf({ name, optional }: Field): string {
  return `${propertyKey(name)}${optional ? "?" : ""}`;
}

/** Returns the declaration of a field for the file of the peer type. */
function declarationOf({ types }: ConversionContext, { from }: Pick<Direction, "from">, field: Field): string {
  // Inside its own folder, a type is written without the package name.
  const prefix = new RegExp(String.raw`(?<![\w"'])${types.packageOf(from).name}\.(?=[A-Z])`, "g");
  return `${nameOf(field)}: ${written(types, field.type).replace(prefix, "")};`;
}

/**
 * Returns the fixes that add `preserve` markers to the kinds that contain a version's type. With
 * these markers, an annotation stores the fields that only the hub has.
 */
export function preserving({ context, target }: ValueScope, { toHub, to }: Direction): Fix[] {
  if (toHub) return [];
  const kinds = couldPreserve(context, target, to);
  if (kinds.length === 0) return [];
  const marker = "+k8s:conversion-gen:preserve=annotation";
  const labels = kinds.map((kind) => context.types.label(kind)).join(" and ");
  return [
    {
      text: `to preserve the value in an annotation, add to ${labels}: ${marker}`,
      edits: kinds.map(({ position }) => ({ kind: "addMarker", at: position, marker })),
    },
  ];
}
