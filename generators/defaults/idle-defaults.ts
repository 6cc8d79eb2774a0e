import { addMarker, addPackageMarker, remedy, removeMarker, type Fix, type Remedy } from "../../engine/base/fix.js";
import type { Marker } from "../../engine/markers/marker.js";
import { versionTypesOf } from "../../engine/model/external-types.js";
import { groupOf, internalVersion, versionOf } from "../../engine/model/group-version.js";
import { typeById } from "../../engine/model/lookup.js";
import { referencesOfType } from "../../engine/model/type-references.js";
import type { Field, Package, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { closure } from "../../engine/util/closure.js";
import { once } from "../../engine/util/once.js";
import { isRoot } from "../kinds/is-root.js";
import { hasMember } from "../../engine/model/facts/has-member.js";
import { defaulterGen, isDefaultMarker } from "../markers/defaults.js";
import type { PackageDefaults } from "./view.js";
import { defaultsProblems } from "../problem-codes/defaults.js";

/** A `+default` marker of a type, or of one of its properties. */
interface MarkedDefault {
  readonly marker: Marker;
  readonly type: TypeDeclaration;
  readonly field?: Field;
}

/**
 * Returns warnings for `+default` markers that no generated function applies. Such a marker is
 * either on a hub whose versions do not have the same default, or on a type that no defaulted
 * object contains. Defaults of custom resources are omitted, because a cluster applies them.
 * Packages without a group are omitted, because other packages may use their types.
 */
export function idleDefaults(universe: Universe, all: readonly PackageDefaults[]): Problem[] {
  const marked = all.flatMap((folder) => {
    const { pkg, problems } = folder;
    if (
      pkg.kind !== "folder" ||
      !pkg.target ||
      groupOf(pkg) === undefined ||
      problems.some(({ code }) => code === "defaults/bad-marker-value")
    )
      return [];
    const defaults = defaultsIn(pkg);
    return defaults.length === 0 || defaulterGen.read(pkg).optOut ? [] : [{ pkg, defaults }];
  });
  if (marked.length === 0) return [];
  const applied = typesBelow(
    universe,
    all.flatMap(({ pkg, roots }) => [...roots, ...Object.values(pkg.types).filter(isRoot)]),
  );
  return marked.flatMap(({ pkg, defaults }) => {
    // All instances of a generic interface have the same markers. A marker has an effect if a
    // function applies it for one of the instances.
    const read = new Set(defaults.flatMap(({ type, marker }) => (applied.has(type.id) ? [marker.position] : [])));
    const idle = defaults.filter(({ type, marker }) => !applied.has(type.id) && !read.has(marker.position));
    if (versionOf(universe, pkg) === internalVersion) return inHub(universe, pkg, idle);
    return defaulterGen.has(pkg) ? unreached(idle) : unasked(universe, pkg, idle);
  });
}

const defaultsIn = once(({ types }: Package): readonly MarkedDefault[] => Object.values(types).flatMap(markedIn));

function markedIn(type: TypeDeclaration): readonly MarkedDefault[] {
  if (defaulterGen.read(type).optOut) return [];
  const own = type.markers.filter(isDefaultMarker).map((marker) => ({ marker, type }));
  const fields = type.shape.kind === "object" ? type.shape.fields.filter(({ from }) => from === undefined) : [];
  return [
    ...own,
    ...fields.flatMap((field) => field.markers.filter(isDefaultMarker).map((marker) => ({ marker, type, field }))),
  ];
}

function typesBelow(universe: Universe, roots: readonly TypeDeclaration[]): ReadonlySet<TypeId> {
  return closure(
    roots.map(({ id }) => id),
    (id) => {
      const type = typeById(universe, id);
      return type === undefined ? [] : appliedWith(type);
    },
  );
}

/** Returns the types whose defaults are applied together with those of a type. */
const appliedWith = once((type: TypeDeclaration): ReadonlySet<TypeId> => {
  const { bases, values } = referencesOfType(type);
  // An interface that extends a mapped type, such as Omit<Base, "x">, has the properties of Base,
  // but Base is not in its bases.
  const origins = type.shape.kind === "object" ? type.shape.fields.flatMap(({ from }) => from ?? []) : [];
  return new Set([...bases, ...origins, ...values]);
});

/**
 * Reports `+default` markers that only the hub has, because they were probably intended for the
 * versions. A marker that a version also has is a harmless copy.
 */
function inHub(universe: Universe, pkg: Package, idle: readonly MarkedDefault[]): Problem[] {
  const versions = versionTypesOf(universe, pkg.id);
  return idle.flatMap((given) => {
    const peers = versions.flatMap(({ id, types }) => {
      const peer = peerOf(types[given.type.name], given);
      return peer === undefined ? [] : { folder: id, ...peer };
    });
    if (peers.some(({ markers }) => markers.some(isDefaultMarker))) return [];
    const text = textOf(given.marker);
    const { edits } = removeMarker(given.marker);
    const moved = peers.flatMap(({ position }) => addMarker(position, text).edits);
    const folders = peers.map(({ folder }) => folder).join(" and ");
    const fix: Fix =
      peers.length === 0
        ? removeMarker(given.marker)
        : { text: `move the marker to ${labelOf(given)} in ${folders}`, edits: [...edits, ...moved] };
    return [idleDefault(given, `${pkg.id} is a hub, but only versions have defaults`, remedy(fix))];
  });
}

/**
 * Returns the type or property of the same name in a version; undefined if the version does not
 * have it.
 */
function peerOf(type: TypeDeclaration | undefined, { field }: MarkedDefault): TypeDeclaration | Field | undefined {
  if (field === undefined) return type;
  return type?.shape.kind === "object"
    ? type.shape.fields.find(({ name, from }) => name === field.name && from === undefined)
    : undefined;
}

/** Returns one warning for each type that no defaulted object contains. */
function unreached(idle: readonly MarkedDefault[]): Problem[] {
  return firstOfEach(idle).map((given) => {
    const mark = addMarker(
      given.type.position,
      "+k8s:defaulter-gen=true",
      `add +k8s:defaulter-gen=true to ${given.type.name}`,
    );
    return idleDefault(
      given,
      `no type with generated defaults contains ${given.type.name}`,
      given.type.shape.kind === "object" ? remedy(mark) : remedy(removeMarker(given.marker)),
    );
  });
}

function firstOfEach(idle: readonly MarkedDefault[]): readonly MarkedDefault[] {
  return idle.filter(({ type }, index) => idle.findIndex((other) => other.type.id === type.id) === index);
}

/**
 * Returns one warning for a package with kinds and defaults, but without +k8s:defaulter-gen
 * markers. For a package without kinds, or with such a marker on a type, returns the warnings of
 * `unreached`.
 */
function unasked(universe: Universe, pkg: Package, idle: readonly MarkedDefault[]): Problem[] {
  const types = Object.values(pkg.types);
  const [first] = idle;
  const isAsked = types.some(defaulterGen.has);
  if (first === undefined || isAsked || !types.some((type) => type.exported && hasMember(universe, type, "TypeMeta")))
    return unreached(idle);
  const others = idle.length === 1 ? "" : ` and ${idle.length - 1} more`;
  const add = remedy(addPackageMarker(pkg.id, "+k8s:defaulter-gen=TypeMeta"));
  return [idleDefault(first, `${pkg.id} has no +k8s:defaulter-gen`, add, `${labelOf(first)}${others}`)];
}

function idleDefault(given: MarkedDefault, reason: string, remedy: Remedy, label = labelOf(given)): Problem {
  const { marker } = given;
  return {
    ...defaultsProblems.is("defaults/idle-default"),
    message: `+${marker.name} has no effect on ${label}: ${reason}`,
    ...remedy,
    needsAllTypes: true,
    position: marker.position,
  };
}

function labelOf({ type, field }: MarkedDefault): string {
  return field === undefined ? type.name : `${type.name}.${field.name}`;
}

function textOf({ name, value }: Marker): string {
  return value === undefined ? `+${name}` : `+${name}=${value}`;
}
