import { removeMarker, remedyAs } from "../../../engine/fix/fix.js";
import { groupOf } from "../../../engine/model/group-version.js";
import type { Marker } from "../../../engine/markers/marker.js";
import type { FunctionDeclaration, Package, TypeDeclaration, TypeId } from "../../../engine/model/universe.js";
import { referencesOfType } from "../../../engine/model/type-references.js";
import { once } from "../../../engine/once.js";
import type { Problem } from "../../../engine/problem.js";
import type { Setup } from "../target.js";
import { reference, type Types } from "../types.js";
import { peerOf } from "../directions.js";
import type { World } from "../context.js";

/** Which kinds keep in an annotation what their version has no field for. */
export interface Preservation {
  /** Whether any kind asks for it. */
  readonly isAsked: boolean;
  /** The annotation of a version's kind that asks for it. */
  annotationOf(version: TypeDeclaration): string | undefined;
  /** Whether a version's type stands in such kinds only: what the hub's has beyond it is kept. */
  covers(version: TypeDeclaration): boolean;
}

/** Cluster API's name for such an annotation, in the group of the kind. */
function annotationName(types: Types, kind: TypeDeclaration): string {
  const group = groupOf(types.packageOf(kind)) ?? "";
  return group === "" ? "conversion-data" : `${group}/conversion-data`;
}

export function findPreservation(types: Types, setups: readonly Setup[]): Preservation {
  if (!setups.some(({ types: home }) => askingIn(home).length > 0))
    return { isAsked: false, annotationOf: () => undefined, covers: () => false };
  const kinds = setups.flatMap((setup) =>
    Object.values(setup.types.types).filter((type) => hasTypeMeta(type) && peerOf(setup, type.name) !== undefined),
  );
  const preserved = kinds.filter((kind) => preserveMarker(kind) !== undefined);
  const ends = new Set(preserved.map(({ id }) => id));
  const kept = reach(types, preserved, ends);
  const open = reach(
    types,
    kinds.filter(({ id }) => !ends.has(id)),
    ends,
  );
  return {
    isAsked: true,
    annotationOf: (version) => (ends.has(version.id) ? annotationName(types, version) : undefined),
    covers: ({ id }) => kept.has(id) && (ends.has(id) || !open.has(id)),
  };
}

/** The types of a folder that have the marker. */
const askingIn = once(({ types }: Package): readonly TypeDeclaration[] =>
  Object.values(types).filter((type) => preserveMarker(type) !== undefined),
);

export function preserveMarker({ markers }: TypeDeclaration): Marker | undefined {
  return markers.find(({ name }) => name === "k8s:conversion-gen:preserve");
}

/**
 * The kinds that would have to ask for it, so that nothing of a version's type is lost. None where
 * one of those that it stands in can't.
 */
export function couldPreserve(world: World, setup: Setup, version: TypeDeclaration): readonly TypeDeclaration[] {
  const { types } = world;
  const kinds = Object.values(setup.types.types).filter(hasTypeMeta);
  const able = kinds.filter((kind) => {
    const hub = peerOf(setup, kind.name);
    return (
      hub !== undefined &&
      [kind, hub].every((type) => hasObjectMeta(types, type)) &&
      personOf(world, setup, kind, hub) === undefined
    );
  });
  const ends = new Set(able.map(({ id }) => id));
  if (
    reach(
      types,
      kinds.filter(({ id }) => !ends.has(id)),
      ends,
    ).has(version.id)
  )
    return [];
  if (ends.has(version.id)) return [version];
  return able.filter((kind) => preserveMarker(kind) === undefined && reach(types, [kind], ends).has(version.id));
}

/** A person's function for the kind itself: nothing is generated then that would keep anything. */
function personOf(
  world: World,
  setup: Setup,
  version: TypeDeclaration,
  hub: TypeDeclaration,
): FunctionDeclaration | undefined {
  return (
    world.handWritten(setup, reference(hub), reference(version)) ??
    world.handWritten(setup, reference(version), reference(hub))
  );
}

/** Where the marker can't be followed. */
export function preserveProblems(world: World, setup: Setup, hasSchema: (type: TypeDeclaration) => boolean): Problem[] {
  // Where there are no peers, that is the problem, or the marker is a stray.
  if (setup.peers.length === 0) return [];
  return Object.values(setup.types.types).flatMap((version): Problem[] => {
    const marker = preserveMarker(version);
    if (marker === undefined) return [];
    const problem = (message: string, hint: string): Problem[] => [
      {
        code: "conversion/preserve",
        severity: "error",
        message: `+${marker.name} on ${world.types.label(version)}: ${message}`,
        ...remedyAs(hint, removeMarker(marker)),
        position: marker.position,
      },
    ];
    const hub = peerOf(setup, version.name);
    if (hub === undefined) return problem("it has no peer in the hub", "Remove the marker: nothing is converted.");
    const without = [version, hub].find((type) => !hasObjectMeta(world.types, type));
    if (without !== undefined)
      return problem(
        `${world.types.label(without)} is no kind with metadata: ObjectMeta, so it has no annotations`,
        "Put it on the kind that the type is part of, or remove the marker.",
      );
    const person = personOf(world, setup, version, hub);
    if (person !== undefined) {
      return problem(
        `${person.name} is a person's, so nothing is generated that would keep anything`,
        "Remove the marker, or move what the function does to functions of the types that the kind consists of.",
      );
    }
    if (!hasSchema(hub))
      return problem(
        `${world.types.label(hub)} has no schema, by which the annotation is read`,
        `Add schema to "generators" in codegen.config.json, and +groupName to the hub's doc.ts, or remove the marker.`,
      );
    return [];
  });
}

/** On types of folders that convert nothing. */
export function strayPreserveMarkers(types: readonly TypeDeclaration[]): Problem[] {
  return types.flatMap((type) => {
    const marker = preserveMarker(type);
    if (marker === undefined) return [];
    const problem: Problem = {
      code: "conversion/preserve",
      severity: "error",
      message: `+${marker.name} stands on a type of a folder without +k8s:conversion-gen=<hub>`,
      ...remedyAs("Put it on a version's kind, or remove it: the hub has every field.", removeMarker(marker)),
      position: marker.position,
    };
    return [problem];
  });
}

function hasTypeMeta({ shape }: TypeDeclaration): boolean {
  return shape.kind === "object" && shape.typeMeta !== undefined;
}

function hasObjectMeta(types: Types, { shape }: TypeDeclaration): boolean {
  if (shape.kind !== "object" || shape.typeMeta === undefined) return false;
  const metadata = shape.fields.find(({ name }) => name === "metadata");
  const type = metadata === undefined ? undefined : types.unwrap(metadata.type);
  return type?.kind === "ref" && type.to.endsWith("#ObjectMeta");
}

/**
 * The types that stand in some, themselves among them; kinds of `ends` are not entered but from
 * themselves.
 */
function reach(types: Types, from: readonly TypeDeclaration[], ends: ReadonlySet<TypeId>): ReadonlySet<TypeId> {
  const reached = new Set<TypeId>(from.map(({ id }) => id));
  for (const id of reached) {
    for (const to of referencesOfType(types.declaration(id)).values) if (!ends.has(to)) reached.add(to);
  }
  return reached;
}
