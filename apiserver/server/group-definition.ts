import {
  APIVersionInternal,
  CodecFactory,
  groupVersionString,
  Scheme,
  type AnyKindDefinition,
  type GroupKind,
  type GroupResource,
  type GroupVersion,
  type GroupVersionKind,
  type TypeSchema,
} from "@apimachinery/runtime";
import type { InformerFactory, MetricsRegistry, RESTClient, WorkQueueObserver } from "@apimachinery/client";
import type { PluginFactory } from "../admission/initializer.js";
import type { Logger } from "../logging/logger.js";
import { nearestName } from "../util/nearest.js";
import { qualifiedName } from "../util/qualified-name.js";
import type { OnList } from "../registry/list-cost.js";
import type { AnyKinds, Strategies, StrategiesOfTheirKinds } from "../registry/strategy.js";
import type { Storage } from "../storage/index.js";
import type { GenericAPIServer } from "./generic-api-server.js";
import type { APIGroupInfo, Deprecation, Resources } from "./api-group.js";
import { offerSelectableFields } from "./field-labels.js";
import { definitionsOfKind, newStore } from "./new-store.js";
import { hubKind } from "./hub-kind.js";
import { kindKey, sharedStore, type StoresByKind } from "./shared-objects.js";
import type { Store } from "../registry/store.js";
import type { ResourceInfo } from "../endpoints/installed.js";

/** A group of APIs. Each entry of `kinds` is a served kind. */
export interface AnyGroupDefinition {
  /**
   * Adds all versions of the group and its hub to a scheme. This is the generated function
   * `Install`, or a hand-written function.
   */
  readonly install: (scheme: Scheme) => void;
  /**
   * The group and its storage version. A kind that this version does not contain is stored in its
   * preferred version. Objects that were stored in another version can still be read. The property
   * can be absent if `install` adds a single version.
   */
  readonly storageVersion?: GroupVersion;
  /** Strategies by kind. A kind is served in every version that contains it. */
  readonly kinds: Strategies;
  /**
   * Kinds that are stored as another kind, of this group or of another group of the server: both
   * kinds are views of the same objects. `install` must register conversion functions between the
   * hubs of both kinds. Default: each kind has objects of its own.
   */
  readonly storedAs?: Readonly<Record<string, GroupKind>>;
  /** Versions that are not served. Objects that are stored in these versions can still be read. */
  readonly unservedVersions?: readonly string[];
  /**
   * Served versions that are deprecated. The warning in their responses has precedence over the
   * markers of kinds. The value `{}` deprecates a version without details.
   */
  readonly deprecatedVersions?: Readonly<Record<string, Deprecation>>;
  /**
   * Admission plugins that belong to the group. They are called before the plugins of the server,
   * and flags can disable them.
   */
  readonly admissionPlugins?: readonly PluginFactory[];
  /**
   * More definitions that a server with this definition also serves: of other groups, or of further
   * kinds of this group.
   */
  readonly alsoServes?: readonly AnyGroupDefinition[];
  /**
   * Adds hooks and controllers of the group to the server. Called once, before the server listens.
   */
  readonly extend?: (context: GroupContext) => void;
}

/** Properties of a server that the controllers of a group can use. */
export interface GroupContext {
  readonly server: GenericAPIServer;
  /** Client with which the server sends requests to itself. Authorization allows all of them. */
  readonly client: RESTClient;
  /** Informers that use `client`. The server starts all informers that controllers request. */
  readonly informers: InformerFactory;
  /** True if no other process uses the storage of the server. */
  readonly hasExclusiveStorage: boolean;
  /**
   * Returns an observer that measures the queue of a controller. The parameter is the name of the
   * controller in the metrics. Absent if queues are not measured.
   */
  readonly observeQueue?: (name: string) => WorkQueueObserver;
  /** Registry of the server's metrics. Absent if the server has no metrics. */
  readonly metrics?: MetricsRegistry;
  readonly log: Logger;
}

/**
 * Definition of a group. With the type `GroupDefinition<typeof Kinds>`, the compiler checks each
 * strategy against its kind; `Kinds` is in the hub's zz_generated.register.ts. Without the type
 * argument, every strategy is accepted for every kind.
 */
export interface GroupDefinition<Kinds = AnyKinds> extends Omit<AnyGroupDefinition, "kinds"> {
  readonly kinds: Strategies<Kinds>;
}

/**
 * Type of a definition in which each strategy is for objects of its kind. The compiler rejects
 * definitions with other strategies.
 */
export interface GroupOfItsKinds<Group extends AnyGroupDefinition> extends Omit<AnyGroupDefinition, "kinds"> {
  readonly kinds: StrategiesOfTheirKinds<Group["kinds"]>;
}

/** The scheme and the storage of a server, which all of its groups share. */
export interface GroupPlace {
  /** Scheme to which the group is added. The groups of one server can share it. */
  readonly scheme: Scheme;
  readonly storage: Storage;
  /** Prefix of every storage key, such as `/registry/pizza-apiserver.example`. */
  readonly keyPrefix: string;
  /** Maximum size of an object in its stored encoding, in bytes. Default: 1.5 MiB. */
  readonly maxObjectBytes?: number;
  /**
   * Media type in which objects are stored. With `application/vnd.kubernetes.protobuf`, kinds
   * without protobuf are stored as JSON. Default: JSON. Objects in both encodings can be read.
   */
  readonly storageMediaType?: string;
  /**
   * True if deletions set the finalizers for a garbage collector, which must run in the server or
   * in the cluster. Default: false.
   */
  readonly enableGarbageCollection?: boolean;
  /** Returns a function that counts the lists of a resource. Called once for each resource. */
  readonly countLists?: (resource: GroupResource) => OnList;
  /** Log for stored objects that cannot be read. */
  readonly log?: Logger;
  /** Stores of the groups that are already built. The group adds its own stores. */
  readonly stores?: StoresByKind;
}

/**
 * Creates a group with its resources and stores from its definition. Ignores the definitions in
 * `alsoServes`.
 * @throws Error for a definition that cannot be served, for example because the scheme does not
 *   have one of its kinds or versions
 */
export function newAPIGroup<const Group extends AnyGroupDefinition>(
  definition: Group & GroupOfItsKinds<Group>,
  place: GroupPlace,
): APIGroupInfo {
  const { install, kinds, storedAs = {}, unservedVersions = [], deprecatedVersions }: AnyGroupDefinition = definition;
  const storageVersion = storageVersionOf(definition);
  const { scheme, stores = new Map<string, Store>() } = place;
  const { group } = storageVersion;
  install(scheme);
  const codecs = new CodecFactory(scheme);
  const known = scheme.prioritizedVersionsForGroup(group);
  for (const version of [storageVersion.version, ...unservedVersions, ...Object.keys(deprecatedVersions ?? {})])
    requireVersion(known, { group, version });
  const resources = new Map<string, ResourceInfo>();
  for (const kind of Object.keys(storedAs))
    if (!Object.hasOwn(kinds, kind))
      throw new Error(`"storedAs" of ${group} names ${kind}, which is not in "kinds": add its strategy, at least {}`);
  // A kind that is stored as another kind is built after that kind.
  const ordered = Object.entries(kinds).sort(([a], [b]) => Number(a in storedAs) - Number(b in storedAs));
  for (const [kind, strategy] of ordered) {
    const definition = definitionOf(scheme, { ...storageVersion, kind });
    const { resource } = definition;
    if (resource === undefined)
      throw new Error(
        `${kind} has no metadata of type ObjectMeta, so its objects cannot be stored: add the property metadata to its type`,
      );
    const same = resources.get(resource)?.store.kind.kind;
    if (same !== undefined)
      throw new Error(`${same} and ${kind} of ${group} are both called ${resource}: mark one with +resourceName=…`);
    const stored = storedIn(scheme, { ...storageVersion, kind });
    const other = storedAs[kind];
    const sharedWith = other && sharedStore(stores, { group, kind }, other);
    const store = newStore({ ...place, codecs, storageVersion: stored, resource, kind, strategy, sharedWith });
    stores.set(kindKey({ group, kind }), store);
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
 * Returns the version in which the objects of a group are stored.
 * @throws Error if the definition contains no storage version and `install` does not add exactly
 * one version
 */
export function storageVersionOf({ install, storageVersion }: AnyGroupDefinition): GroupVersion {
  if (storageVersion !== undefined) return storageVersion;
  const scheme = new Scheme();
  install(scheme);
  const versions = scheme.prioritizedVersionsAllGroups();
  const [only] = versions;
  if (only !== undefined && versions.length === 1) return only;
  throw new Error(
    only === undefined
      ? "`install` of a group adds no version: it must be Install of zz_generated.install.ts"
      : `the group ${only.group} has several versions and needs "storageVersion", one of ${versions.map(groupVersionString).join(", ")}: ` +
          `add storageVersion: { group: ${JSON.stringify(only.group)}, version: ${JSON.stringify(only.version)} } to its definition`,
  );
}

/**
 * Returns the names of a group's resources as `resource.group`. Needs no storage. Ignores unknown
 * kinds, because `newAPIGroup` reports them.
 */
export function resourceNames(definition: AnyGroupDefinition): readonly string[] {
  const { install, kinds } = definition;
  const storageVersion = storageVersionOf(definition);
  const scheme = new Scheme();
  install(scheme);
  const resources = Object.keys(kinds).flatMap((kind) =>
    definitionsOfKind(scheme, { ...storageVersion, kind }).flatMap(({ resource }) => resource ?? []),
  );
  return [...new Set(resources)].map((resource) => qualifiedName(storageVersion.group, resource));
}

/**
 * Returns the resources of those kinds that a version contains.
 * @throws Error for a kind without a list
 */
function resourcesOf(scheme: Scheme, version: GroupVersion, resources: ReadonlyMap<string, ResourceInfo>): Resources {
  const own = [...resources].filter(([, { store }]) => scheme.recognizes({ ...version, kind: store.kind.kind }));
  for (const [, { store }] of own) requireList(scheme, { ...version, kind: store.kind.kind });
  return Object.fromEntries(own);
}

/**
 * Returns the definition of a kind. Each of its properties comes from the first version, in order
 * of preference, that has the property.
 * @throws Error for an unknown kind, or a kind without a hub or a list
 */
function definitionOf(scheme: Scheme, gvk: GroupVersionKind): AnyKindDefinition {
  const { group, kind } = gvk;
  const definitions = definitionsOfKind(scheme, gvk);
  if (definitions.length === 0) {
    const kinds = scheme
      .prioritizedVersionsForGroup(group)
      .flatMap((version) => [...scheme.knownTypes(version).keys()]);
    const meant = nearestName(kind, kinds);
    throw new Error(
      `unknown kind ${kind} in ${group}${meant === undefined ? kindsToName(kinds) : ` (did you mean ${meant}?)`}`,
    );
  }
  const hub = hubKind(scheme, { group, kind });
  if (hub.version !== APIVersionInternal) requireHubOfVersion(scheme, hub);
  requireList(scheme, hub);
  return Object.assign({}, ...[...definitions].reverse()) as AnyKindDefinition;
}

/**
 * Returns the end of the error message for an unknown kind: the kinds that the property `kinds` of
 * a definition can contain. These are the kinds with a list type, such as PizzaList.
 */
function kindsToName(known: readonly string[]): string {
  const kinds = [...new Set(known)].filter((kind) => known.includes(`${kind}List`)).sort();
  return kinds.length === 0 ? "" : `; "kinds" may name ${kinds.join(", ")}`;
}

/**
 * Checks, for a kind whose hub is a served version, that its group has no internal version.
 * @throws Error if the group has an internal version without this kind, or if the kind is converted
 *   to an internal version that is not installed
 */
function requireHubOfVersion(scheme: Scheme, hub: GroupVersionKind): void {
  const { group, kind } = hub;
  const internal = { group, version: APIVersionInternal };
  if (scheme.knownTypes(internal).size > 0) {
    throw new Error(
      `${kind} of ${group} has no hub type, although other kinds are in ${groupVersionString(internal)}. Write the type in the folder of the hub, and run codegen`,
    );
  }
  const isInternal = ({ gvk }: TypeSchema) => gvk?.version === APIVersionInternal;
  if (scheme.conversionTargets(scheme.schemaFor(hub)).some(isInternal)) {
    throw new Error(
      `${kind} of ${group} is converted to ${groupVersionString(internal)}, which is not installed. \`install\` must be Install of zz_generated.install.ts in the hub's folder, not AddToScheme of one version`,
    );
  }
}

function requireList(scheme: Scheme, { kind, ...version }: GroupVersionKind): void {
  if (scheme.recognizes({ ...version, kind: `${kind}List` })) return;
  const apiVersion = groupVersionString(version);
  const list = `export interface ${kind}List extends TypeMeta<"${apiVersion}", "${kind}List"> { metadata: ListMeta; items: ${kind}[] }`;
  throw new Error(
    `${apiVersion} has a ${kind} and no ${kind}List for its lists. Write this type and run codegen: ${list}`,
  );
}

function requireVersion(known: readonly GroupVersion[], version: GroupVersion): void {
  if (known.some((one) => one.version === version.version)) return;
  const hint =
    known.length === 1
      ? ". If it exists, `install` must be Install of zz_generated.install.ts in the group's folder, not AddToScheme of one version"
      : "";
  throw new Error(
    `${groupVersionString(version)} is not an installed version: ${known.map(groupVersionString).join(", ") || "none"}${hint}`,
  );
}

function storedIn(scheme: Scheme, gvk: GroupVersionKind): GroupVersion {
  const { group, version } = gvk;
  const [preferred] = scheme.versionsForGroupKind(gvk);
  return scheme.recognizes(gvk) || preferred === undefined ? { group, version } : preferred;
}

/**
 * Checks that all versions of a kind can be converted to the hub and back, because every request
 * needs these conversions.
 * @throws Error that names all versions without a conversion
 */
function requireConversions(scheme: Scheme, { group, kind }: GroupKind): void {
  const hub = hubKind(scheme, { group, kind });
  const ofHub = scheme.schemaFor(hub);
  const missing = scheme.versionsForGroupKind({ group, kind }).flatMap((version) => {
    const ofVersion = scheme.schemaFor({ ...version, kind });
    const directions = [
      ...(scheme.isConvertible(ofVersion, ofHub) ? [] : [`to ${groupVersionString(hub)}`]),
      ...(scheme.isConvertible(ofHub, ofVersion) ? [] : [`from ${groupVersionString(hub)}`]),
    ];
    return directions.length === 0 ? [] : [`${groupVersionString(version)} ${directions.join(" and ")}`];
  });
  if (missing.length === 0) return;
  const what = `${kind} cannot be converted: no conversion of ${missing.join(", or of ")}`;
  throw new Error(
    `${what}. Write +k8s:conversion-gen=${hub.version === APIVersionInternal ? ".." : `../${hub.version}`} into doc.ts of the version and run codegen, or register functions with scheme.addConversionFunc`,
  );
}
