import {
  APIVersionInternal,
  CodecFactory,
  groupVersionString,
  Scheme,
  type AnyKindDefinition,
  type GroupVersion,
  type GroupVersionKind,
} from "@apimachinery/runtime";
import type { Logger } from "../logging/logger.js";
import { nearest } from "../util/nearest.js";
import { qualifiedName } from "../util/qualified-name.js";
import type { AnyKinds, Strategies, StrategiesOfTheirKinds } from "../registry/strategy.js";
import type { Storage } from "../storage/index.js";
import type { APIGroupInfo, Deprecation, Resources } from "./api-group.js";
import { offerSelectableFields } from "./field-labels.js";
import { definitionsOf, newStore } from "./new-store.js";
import { requireConversions } from "./require-conversions.js";
import type { ResourceInfo } from "../endpoints/installed.js";

/** A group of APIs that a server serves: one more kind is a line in `kinds`. */
export interface AnyGroupDefinition {
  /** Adds all versions of the group to a scheme, its hub too: `Install`, generated or written. */
  readonly install: (scheme: Scheme) => void;
  /**
   * The group, and the version in which objects are stored; kinds that it does not have are stored
   * in their preferred one. What was stored in another before can still be read.
   */
  readonly storageVersion: GroupVersion;
  /** The strategy of each kind; it is served in every version that has it. */
  readonly kinds: Strategies;
  /** Versions that are read where they are stored, and not served. */
  readonly unservedVersions?: readonly string[];
  /**
   * Versions that are served, and that their clients are warned of: `{}` says that they are
   * deprecated, and no more.
   */
  readonly deprecatedVersions?: Readonly<Record<string, Deprecation>>;
}

/**
 * A group whose strategies are checked against its kinds: `GroupDefinition<typeof Kinds>`, with the
 * `Kinds` of the hub's zz_generated.register.ts. Without the table any strategy is taken for any
 * kind.
 */
export interface GroupDefinition<Kinds = AnyKinds> extends Omit<AnyGroupDefinition, "kinds"> {
  readonly kinds: Strategies<Kinds>;
}

/** Refuses a group definition in which a kind has the strategy of another kind. */
export interface GroupOfItsKinds<Group extends AnyGroupDefinition> {
  readonly kinds: StrategiesOfTheirKinds<Group["kinds"]>;
}

/** Where a group's objects live. */
export interface GroupPlace {
  /** What the group is added to; groups of one server may share it. */
  readonly scheme: Scheme;
  readonly storage: Storage;
  /** Before the keys of everything that is stored: `/registry/pizza-apiserver.example`. */
  readonly keyPrefix: string;
  /** The most bytes of an object as it is encoded for storage; 1.5 MiB if absent. */
  readonly maxObjectBytes?: number;
  /** Where objects are reported that are stored and can't be read. */
  readonly log?: Logger;
}

/**
 * What follows from a group's types: its resources by version, with their names and stores. @throws
 * Error for what the scheme does not have
 */
export function newAPIGroup<const Group extends AnyGroupDefinition>(
  definition: Group & GroupOfItsKinds<Group>,
  place: GroupPlace,
): APIGroupInfo {
  const { install, storageVersion, kinds, unservedVersions = [], deprecatedVersions }: AnyGroupDefinition = definition;
  const { scheme } = place;
  const { group } = storageVersion;
  install(scheme);
  const codecs = new CodecFactory(scheme);
  const known = scheme.prioritizedVersionsForGroup(group);
  for (const version of [storageVersion.version, ...unservedVersions, ...Object.keys(deprecatedVersions ?? {})])
    requireVersion(known, { group, version });
  const resources = new Map<string, ResourceInfo>();
  for (const [kind, strategy] of Object.entries(kinds)) {
    const definition = definitionOf(scheme, { ...storageVersion, kind });
    const { resource } = definition;
    if (resource === undefined)
      throw new Error(`${kind} has no metadata of type ObjectMeta, so that nothing can be stored under a name`);
    const other = resources.get(resource)?.store.kind.kind;
    if (other !== undefined)
      throw new Error(`${other} and ${kind} of ${group} are both called ${resource}: mark one with +resourceName=…`);
    const stored = storedAs(scheme, { ...storageVersion, kind });
    const store = newStore({ ...place, codecs, storageVersion: stored, resource, kind, strategy });
    offerSelectableFields(scheme, { group, kind }, store.strategy);
    const { singular = kind.toLowerCase(), shortNames, categories } = definition;
    resources.set(resource, { store, singularName: singular, shortNames, categories, table: strategy.table });
  }
  const served = known.filter(({ version }) => !unservedVersions.includes(version));
  const versions = Object.fromEntries(
    served.map((version) => [version.version, resourcesOf(scheme, version, resources)]),
  );
  for (const kind of Object.keys(kinds)) requireConversions(scheme, { group, kind });
  return { group, scheme, codecs, deprecatedVersions, versions };
}

/**
 * What a group's resources are called, as `resource.group`, before there is anything to store them
 * in; kinds that there are not are told later
 */
export function resourceNames({ install, storageVersion, kinds }: AnyGroupDefinition): readonly string[] {
  const scheme = new Scheme();
  install(scheme);
  const resources = Object.keys(kinds).flatMap((kind) =>
    definitionsOf(scheme, { ...storageVersion, kind }).flatMap(({ resource }) => resource ?? []),
  );
  return [...new Set(resources)].map((resource) => qualifiedName(storageVersion.group, resource));
}

/** A version serves the kinds that it has. @throws Error for one that has no list */
function resourcesOf(scheme: Scheme, version: GroupVersion, resources: ReadonlyMap<string, ResourceInfo>): Resources {
  const own = [...resources].filter(([, { store }]) => scheme.recognizes({ ...version, kind: store.kind.kind }));
  for (const [, { store }] of own) requireList(scheme, { ...version, kind: store.kind.kind });
  return Object.fromEntries(own);
}

/**
 * What is said of a kind by its preferred version; names that this one does not say, by the next.
 * @throws Error for a kind that there is not, or has no hub
 */
function definitionOf(scheme: Scheme, gvk: GroupVersionKind): AnyKindDefinition {
  const { group, kind } = gvk;
  const definitions = definitionsOf(scheme, gvk);
  if (definitions.length === 0) {
    const kinds = scheme
      .prioritizedVersionsForGroup(group)
      .flatMap((version) => [...scheme.knownTypes(version).keys()]);
    const meant = nearest(kind, kinds);
    throw new Error(
      `there is no kind ${kind} in ${group}${meant === undefined ? kindsToName(kinds) : ` (did you mean ${meant}?)`}`,
    );
  }
  if (!scheme.recognizes({ group, version: APIVersionInternal, kind })) {
    throw new Error(
      `${kind} of ${group} has no hub, which is what a server works with: types whose apiVersion is ${group}/${APIVersionInternal}. ${installHint(scheme, group)}`,
    );
  }
  requireList(scheme, { group, version: APIVersionInternal, kind });
  return Object.assign({}, ...[...definitions].reverse()) as AnyKindDefinition;
}

/** The kinds that `kinds` of a group may name: those with a list. */
function kindsToName(known: readonly string[]): string {
  const kinds = [...new Set(known)].filter((kind) => known.includes(`${kind}List`)).sort();
  return kinds.length === 0 ? "" : `; "kinds" may name ${kinds.join(", ")}`;
}

/** What to do about a missing hub. */
function installHint(scheme: Scheme, group: string): string {
  if (scheme.knownTypes({ group, version: APIVersionInternal }).size > 0)
    return "Write the type in the folder of the hub, and run codegen";
  return "If the hub exists, use its Install: `install` must be Install of zz_generated.install.ts in the hub's folder, not AddToScheme of one version";
}

function requireList(scheme: Scheme, { kind, ...version }: GroupVersionKind): void {
  if (scheme.recognizes({ ...version, kind: `${kind}List` })) return;
  const apiVersion = groupVersionString(version);
  const list = `export interface ${kind}List extends TypeMeta<"${apiVersion}", "${kind}List"> { metadata: ListMeta; items: ${kind}[] }`;
  throw new Error(
    `${apiVersion} has a ${kind} and no ${kind}List, which is the type of its lists. Write it and run codegen: ${list}`,
  );
}

function requireVersion(known: readonly GroupVersion[], version: GroupVersion): void {
  if (known.some((one) => one.version === version.version)) return;
  throw new Error(
    `${groupVersionString(version)} is not among the versions that are installed: ${known.map(groupVersionString).join(", ") || "none"}`,
  );
}

function storedAs(scheme: Scheme, gvk: GroupVersionKind): GroupVersion {
  const { group, version } = gvk;
  const [preferred] = scheme.versionsForGroupKind(gvk);
  return scheme.recognizes(gvk) || preferred === undefined ? { group, version } : preferred;
}
