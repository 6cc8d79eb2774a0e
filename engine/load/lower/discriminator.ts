import type { Field, ObjectShape, TypeId } from "../../model/universe.js";
import type { Position } from "../../base/problem.js";
import { underlyingOf } from "./resolve-alias.js";
import { isWithin, type MemberKey } from "./member-key.js";
import type { TypeTable } from "./type-table.js";

/**
 * A property whose value determines the member of a union, and the literals of the property, each
 * with its member.
 */
export interface Discriminated {
  readonly discriminator: string;
  readonly members: readonly { readonly value: string; readonly type: TypeId }[];
}

/**
 * Returns the first property that every member requires and whose literals are different in all
 * members; undefined if none exists. Returns `"open"` while the shape of a member is being
 * computed.
 */
export function findDiscriminator(table: TypeTable, members: readonly TypeId[]): Discriminated | "open" | undefined {
  const objects: { readonly id: TypeId; readonly shape: ObjectShape }[] = [];
  for (const id of members) {
    const shape = table.shape(id);
    if (shape === "open") return "open";
    if (shape?.kind !== "object") return undefined;
    objects.push({ id, shape });
  }
  const names = objects[0]?.shape.fields.filter(isAlwaysSet).map((field) => field.name) ?? [];
  for (const discriminator of [...names, "kind", "apiVersion"]) {
    const found = objects.flatMap(({ id, shape }) =>
      literals(table, shape, discriminator).map((value) => ({ value, type: id })),
    );
    const covered = new Set(found.map((member) => member.type)).size === objects.length;
    if (covered && new Set(found.map((member) => member.value)).size === found.length)
      return { discriminator, members: found };
  }
  return undefined;
}

/** Reports whether the literals of a property match one member of a union and no other member. */
export function picksOnly(
  table: TypeTable,
  { property, values }: MemberKey,
  member: TypeId,
  members: readonly TypeId[],
): boolean {
  const isPicked = (id: TypeId): boolean => {
    const shape = table.shape(id);
    return (
      shape !== undefined &&
      shape !== "open" &&
      shape.kind === "object" &&
      isWithin(literals(table, shape, property), values)
    );
  };
  return isPicked(member) && members.every((id) => id === member || !isPicked(id));
}

/**
 * Returns a property that could be the discriminator if all members required it, with the positions
 * of the property where it is optional. Returns undefined if none exists.
 */
export function optionalDiscriminator(
  table: TypeTable,
  members: readonly TypeId[],
): { readonly name: string; readonly positions: readonly Position[] } | undefined {
  const objects = members.flatMap((id) => {
    const shape = table.shape(id);
    return shape === undefined || shape === "open" || shape.kind !== "object" ? [] : [shape];
  });
  for (const { name } of objects.length === members.length ? (objects[0]?.fields ?? []) : []) {
    const fields = objects.flatMap(({ fields }) => fields.filter((field) => field.name === name));
    const values = fields.flatMap(({ type }): readonly unknown[] => {
      const under = underlyingOf(table, type);
      return under?.kind === "literals" ? under.values : [undefined];
    });
    const isApart = new Set(values).size === values.length && values.every((value) => typeof value === "string");
    const optional = fields.filter(({ optional }) => optional);
    if (fields.length === objects.length && isApart && optional.length > 0)
      return { name, positions: optional.map(({ position }) => position) };
  }
  return undefined;
}

function isAlwaysSet({ optional, nullable }: Field): boolean {
  return !optional && nullable !== true;
}

function literals(table: TypeTable, shape: ObjectShape, name: string): readonly string[] {
  const field = shape.fields.find((candidate) => candidate.name === name && isAlwaysSet(candidate));
  if (field === undefined) {
    const meta =
      name === "kind" ? shape.typeMeta?.kind : name === "apiVersion" ? shape.typeMeta?.apiVersion : undefined;
    return meta === undefined ? [] : [meta];
  }
  const under = underlyingOf(table, field.type);
  return under?.kind === "literals" ? under.values.filter((value) => typeof value === "string") : [];
}
