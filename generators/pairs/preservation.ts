import { groupOf } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, TypeId } from "../../engine/model/universe.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import { closure } from "../../engine/util/closure.js";
import { once } from "../../engine/util/once.js";
import { peerType } from "./directions.js";
import type { ConversionTarget } from "./target.js";
import type { Types } from "./types.js";
import { hasTypeMeta } from "../kinds/registered.js";
import { preserve } from "../markers/conversion.js";

/**
 * Kinds with the marker `+k8s:conversion-gen:preserve`. Their objects store the hub's additional
 * fields in an annotation.
 */
export interface Preservation {
  /** True if any kind has the marker `+k8s:conversion-gen:preserve`. */
  readonly isAsked: boolean;
  /**
   * Returns the name of the annotation for a version's kind; undefined if the kind does not have
   * the marker.
   */
  annotationOf(version: TypeDeclaration): string | undefined;
  /** Reports whether all kinds that contain a type have the marker. */
  covers(version: TypeDeclaration): boolean;
}

/**
 * Returns the name of the annotation that stores the fields of a kind, as in Cluster API. The name
 * begins with the API group of the kind, except in the core group.
 */
function annotationName(types: Types, kind: TypeDeclaration): string {
  const group = groupOf(types.packageOf(kind)) ?? "";
  return group === "" ? "conversion-data" : `${group}/conversion-data`;
}

export function findPreservation(types: Types, targets: readonly ConversionTarget[]): Preservation {
  if (!targets.some(({ types: pkg }) => askingIn(pkg).length > 0))
    return { isAsked: false, annotationOf: () => undefined, covers: () => false };
  const kinds = targets.flatMap((target) =>
    Object.values(target.types.types).filter((type) => hasTypeMeta(type) && peerType(target, type.name) !== undefined),
  );
  const preserved = kinds.filter((kind) => preserve.has(kind));
  const ends = new Set(preserved.map(({ id }) => id));
  const kept = reachableTypes(types, preserved, ends);
  const others = kinds.filter(({ id }) => !ends.has(id));
  const open = reachableTypes(types, others, ends);
  return {
    isAsked: true,
    annotationOf: (version) => (ends.has(version.id) ? annotationName(types, version) : undefined),
    covers: ({ id }) => kept.has(id) && !open.has(id),
  };
}

/** Returns the types of a package that have the marker `+k8s:conversion-gen:preserve`. */
const askingIn = once(({ types }: Package): readonly TypeDeclaration[] =>
  Object.values(types).filter((type) => preserve.has(type)),
);

/** Reports whether a type is a kind whose property metadata has a type of the given name. */
export function hasMetadata(types: Types, { shape }: TypeDeclaration, name: "ObjectMeta" | "ListMeta"): boolean {
  if (shape.kind !== "object" || shape.typeMeta === undefined) return false;
  const metadata = shape.fields.find((field) => field.name === "metadata");
  const type = metadata === undefined ? undefined : types.unwrap(metadata.type);
  return type?.kind === "ref" && type.to.endsWith(`#${name}`);
}

/**
 * Returns the given types, and the types that they contain at any depth. The search does not
 * continue below the types in `ends`.
 */
export function reachableTypes(
  types: Types,
  from: readonly TypeDeclaration[],
  ends: ReadonlySet<TypeId>,
): ReadonlySet<TypeId> {
  return closure(
    from.map(({ id }) => id),
    (id) => referencesOfType(types.declaration(id)).values.filter((to) => !ends.has(to)),
  );
}
