import type { Marker } from "../../engine/markers/marker.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import { groupBy } from "../../engine/util/group-by.js";
import { compareVersions, groupVersionOf, isVersion } from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration } from "../../engine/model/universe.js";
import { orderStrings } from "../../engine/base/problem.js";
import { once } from "../../engine/util/once.js";
import { hasObjectMeta } from "../../engine/model/facts/object-meta.js";
import { resourceNamesOf, pluralNameOf } from "../kinds/resource-names.js";
import type { ResourceNames } from "../markers/parse/resource.js";
import { skipVersion } from "../markers/crd.js";
import { registeredKinds } from "../kinds/registered.js";
import { isRoot } from "../kinds/is-root.js";

/** A version of a kind for which a CustomResourceDefinition is generated. */
export interface KindVersion {
  readonly pkg: Package;
  readonly group: string;
  readonly version: string;
  readonly type: TypeDeclaration;
}

/** A kind for which a CustomResourceDefinition is generated, with at least one version. */
export interface CustomKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly names: ResourceNames;
  /** Versions, sorted by name as in controller-gen. */
  readonly versions: readonly KindVersion[];
}

/**
 * Returns the kinds that have `+kubebuilder:object:root=true` and metadata. Versions with
 * `+kubebuilder:skipversion` are omitted.
 */
export function customKinds(input: PlanInput): readonly CustomKind[] {
  const versions = versionsIn(input, input.packages, optedIn);
  const byKind = groupBy(versions, ({ group, type }) => `${group}/${type.name}`);
  return [...byKind.values()].map((of) => customKind(input, of));
}

/**
 * Returns the registered kinds of generated packages without a CustomResourceDefinition, each
 * version as a separate kind. Returns an empty list if no type of the project has a CEL rule.
 */
export function kindsWithoutDefinition(input: PlanInput): readonly CustomKind[] {
  if (!input.packages.some(hasCELRule)) return [];
  const defined = input.selected.has("crd") ? customKinds(input) : [];
  const known = new Set(defined.flatMap(({ versions }) => versions.map(({ type }) => type)));
  const generated = input.packages.filter(({ target }) => target);
  return versionsIn(input, generated, registeredKinds)
    .filter(({ type }) => hasObjectMeta(type) && !known.has(type))
    .map((version) => customKind(input, [version]));
}

/** Returns the chosen types of packages that are versions of API groups. */
function versionsIn(
  { universe }: PlanInput,
  packages: readonly Package[],
  chosen: (pkg: Package) => readonly TypeDeclaration[],
): readonly KindVersion[] {
  return packages.flatMap((pkg) => {
    const { group, version } = groupVersionOf(universe, pkg) ?? { group: "", version: "" };
    return isVersion(version) ? chosen(pkg).map((type) => ({ pkg, group, version, type })) : [];
  });
}

/** Reports whether a type of a package has a CEL rule. */
const hasCELRule = once(({ types }: Package): boolean => {
  const isRule = ({ name }: Marker) => name.includes(":XValidation:") || name.includes(":cel[");
  return Object.values(types).some(
    ({ markers, shape }) =>
      markers.some(isRule) || (shape.kind === "object" && shape.fields.some((field) => field.markers.some(isRule))),
  );
});

function customKind(input: PlanInput, versions: readonly KindVersion[]): CustomKind {
  const sorted = versions.toSorted((a, b) => orderStrings(a.version, b.version));
  // The most mature version determines the name of the resource.
  const [first] = versions.toSorted((a, b) => compareVersions(a.version, b.version));
  const { type, group } = first as KindVersion;
  const names = resourceNamesOf(type);
  return { group, kind: type.name, plural: names.path ?? pluralNameOf(input, type), names, versions: sorted };
}

const optedIn = once(({ types }: Package): readonly TypeDeclaration[] =>
  Object.values(types).filter((type) => isRoot(type) && hasObjectMeta(type) && !skipVersion.has(type)),
);
