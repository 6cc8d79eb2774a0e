import type { ObjectShape, TypeId } from "../model/universe.js";
import { underlyingOf } from "./follow.js";
import type { TypeTable } from "./type-table.js";

export interface Discriminated {
  readonly discriminator: string;
  readonly members: readonly { readonly value: string; readonly type: TypeId }[];
}

/** The first property that every member requires and whose literals no two members share. */
export function findDiscriminator(table: TypeTable, members: readonly TypeId[]): Discriminated | "open" | undefined {
  const objects: { readonly id: TypeId; readonly shape: ObjectShape }[] = [];
  for (const id of members) {
    const shape = table.shape(id);
    if (shape === "open") return "open";
    if (shape?.kind !== "object") return undefined;
    objects.push({ id, shape });
  }
  const names = objects[0]?.shape.fields.filter((field) => !field.optional).map((field) => field.name) ?? [];
  for (const discriminator of [...names, "kind", "apiVersion"]) {
    const found = objects.flatMap(({ id, shape }) => literals(table, shape, discriminator).map((value) => ({ value, type: id })));
    const covered = new Set(found.map((member) => member.type)).size === objects.length;
    if (covered && new Set(found.map((member) => member.value)).size === found.length) return { discriminator, members: found };
  }
  return undefined;
}

function literals(table: TypeTable, shape: ObjectShape, name: string): readonly string[] {
  const field = shape.fields.find((candidate) => candidate.name === name && !candidate.optional);
  if (field === undefined) {
    const meta = name === "kind" ? shape.typeMeta?.kind : name === "apiVersion" ? shape.typeMeta?.apiVersion : undefined;
    return meta === undefined ? [] : [meta];
  }
  const under = underlyingOf(table, field.type);
  return under?.kind === "literals" ? under.values.filter((value) => typeof value === "string") : [];
}
