import type { FunctionDeclaration, ObjectShape, TypeDeclaration } from "../../../engine/model/universe.js";
import { functionMode } from "../markers.js";
import type { Setup } from "../target.js";
import { reference } from "../types.js";
import type { World } from "../context.js";

/** A person's function for what two interfaces extend, on both sides under their own names. */
export interface HandWrittenBase {
  readonly function: FunctionDeclaration;
  readonly from: TypeDeclaration;
  readonly to: TypeDeclaration;
}

/** The functions that convert the inherited fields of one interface into those of another. */
export function handWrittenBases(
  world: World,
  setup: Setup,
  from: ObjectShape,
  to: ObjectShape,
): readonly HandWrittenBase[] {
  if (from.bases.length === 0 || to.bases.length === 0) return [];
  const inputs = from.bases.flatMap((id) => declared(world, id));
  const outputs = to.bases.flatMap((id) => declared(world, id));
  return inputs.flatMap((a) =>
    outputs.flatMap((b) => {
      const fn = world.handWritten(setup, reference(a), reference(b));
      return fn === undefined || functionMode(fn) !== undefined ? [] : [{ function: fn, from: a, to: b }];
    }),
  );
}

/** A base and, where it is an alias, what that stands for. */
function declared({ types }: World, id: string): TypeDeclaration[] {
  return types
    .chain({ kind: "ref", to: id })
    .flatMap((type) => (type.kind === "ref" ? [types.declaration(type.to)] : []));
}

export function fieldNames({ shape }: TypeDeclaration): readonly string[] {
  return shape.kind === "object" ? shape.fields.map(({ name }) => name) : [];
}
