import { RequestValidation, groupVersionString, type GroupVersionKind, type Lifecycle } from "@apimachinery/runtime";
import type { EquivalentResources } from "../admission/equivalent-resources.js";
import type { AdmissionPlugin } from "../admission/plugin.js";
import { ObjectEncoder } from "../endpoints/object-encoder.js";
import { patchTypesOf } from "../endpoints/patch/patch-types.js";
import { hasProtobuf } from "../endpoints/binary.js";
import { answerVerbs, routeResources, subresourceVerbs, resourceVerbs } from "../endpoints/router.js";
import type { RequestScope, ScopeDeprecation } from "../endpoints/scope.js";
import { columnConvertor } from "../endpoints/table/column-convertor.js";
import { defaultConvertor } from "../endpoints/table/default-convertor.js";
import { judgeRequest } from "../authorization/judge.js";
import type { Authorizer } from "../request/authorizer.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { APIObject } from "../request/api-object.js";
import type { APIGroupInfo, Deprecation } from "./api-group.js";
import { subresourceScopes } from "./subresources.js";
import { FieldTrackers } from "./field-trackers.js";
import type {
  InstalledResource,
  InstalledSubresource,
  InstalledVersion,
  ResourceInfo,
} from "../endpoints/installed.js";
import type { NumberSeries, SeriesOf } from "../metrics/series.js";

/** Configuration that all resources of a server share. */
export interface InstallConfig {
  readonly admission: readonly AdmissionPlugin[];
  /**
   * Resources of all groups by their stored objects. `installVersions` adds the resources of the
   * group.
   */
  readonly equivalents: EquivalentResources;
  readonly authorizers: readonly Authorizer[];
  readonly metrics: Pick<ServerMetrics, "watches" | "deprecations">;
  /** Minimum timeout of watches without `timeoutSeconds`, in milliseconds. */
  readonly minRequestTimeout: number;
  /** Number of objects that a collection delete deletes at the same time. */
  readonly deleteCollectionWorkers: number;
}

/**
 * Creates the scopes and handlers of a group's versions when the server starts. Later, a request is
 * routed by its path alone.
 * @throws Error for a version that the scheme does not know
 */
export function installVersions(info: APIGroupInfo, config: InstallConfig): InstalledVersion[] {
  const known = info.scheme.prioritizedVersionsForGroup(info.group).map(({ version }) => version);
  const trackers = new FieldTrackers(info);
  const unknown = Object.keys(info.versions).filter((version) => !known.includes(version));
  if (unknown.length > 0) throw new Error(`versions of ${info.group} are not in the scheme: ${unknown.join(", ")}`);
  return known.flatMap((version) => {
    const resources = info.versions[version];
    if (resources === undefined) return [];
    // Sorts the resources by name. Discovery documents list them in this order, as in Kubernetes.
    const sorted = Object.entries(resources).sort(([a], [b]) => (a < b ? -1 : 1));
    const installed = sorted.map(([name, resource]) =>
      install(scopeOf(info, version, name, resource, config, trackers), resource, trackers, config.equivalents),
    );
    const scopes = new Map(installed.flatMap((one) => one.scopes));
    for (const { store, groupVersion, resource, subresource, kind, answer } of scopes.values())
      if (answer === undefined)
        config.equivalents.add(store.place.prefix, subresource, { resource: { ...groupVersion, resource }, kind });
    return [
      {
        group: info.group,
        version,
        handler: routeResources(scopes),
        resources: new Map(installed.map((one) => [one.name, one.resource])),
      },
    ];
  });
}

/** Resolves when the caches of all stores are loaded. */
export async function storesReady(versions: readonly InstalledVersion[]): Promise<void> {
  await Promise.all(versions.flatMap(({ resources }) => [...resources.values()].map(({ store }) => store.ready())));
}

interface Installed {
  readonly name: string;
  readonly resource: InstalledResource;
  /** Scopes of a resource and of its subresources, by their names in paths. */
  readonly scopes: readonly (readonly [string, RequestScope])[];
}

function install(
  scope: RequestScope,
  resource: ResourceInfo,
  trackers: FieldTrackers,
  equivalents: EquivalentResources,
): Installed {
  const name = scope.resource;
  const subresources = subresourceScopes(scope, trackers, equivalents);
  return {
    name,
    resource: {
      ...resource,
      patchTypes: [...scope.patchTypes.keys()],
      verbs: verbsOf(scope),
      subresources: subresources.map(installedSubresource),
    },
    scopes: [[name, scope], ...subresources.map((sub) => [`${name}/${sub.subresource}`, sub] as const)],
  };
}

function verbsOf({ answer, store }: RequestScope): readonly string[] {
  if (answer !== undefined) return answerVerbs;
  return store.strategy.allowDeleteCollection
    ? resourceVerbs
    : resourceVerbs.filter((verb) => verb !== "deletecollection");
}

function installedSubresource({ subresource, kind, scheme, patchTypes, custom }: RequestScope): InstalledSubresource {
  return {
    name: subresource,
    kind,
    schema: scheme.schemaFor(kind),
    patchTypes: [...patchTypes.keys()],
    verbs: custom?.verbs ?? subresourceVerbs,
    connect: custom?.connect,
  };
}

function scopeOf(
  info: APIGroupInfo,
  version: string,
  resource: string,
  { store, table, answer }: ResourceInfo,
  { admission, equivalents, metrics, minRequestTimeout, deleteCollectionWorkers, authorizers }: InstallConfig,
  trackers: FieldTrackers,
): RequestScope {
  const kind = { group: info.group, version, kind: store.kind.kind };
  const listKind = `${kind.kind}List`;
  // `definitionFor` throws an error if the version does not have the kind.
  const { schema, printColumns } = info.scheme.definitionFor(kind);
  const fields = trackers.of(kind, store, "");
  const versioned = (object: APIObject) => info.scheme.unsafeConvertToVersion(object, kind);
  return {
    scheme: info.scheme,
    groupVersion: { group: info.group, version },
    kind,
    listKind,
    // A resource without stored objects, such as a review, has no lists.
    hasProtobuf: hasProtobuf(info.scheme, kind, ...(answer === undefined ? [{ ...kind, kind: listKind }] : [])),
    resource,
    subresource: "",
    isNamespaced: store.strategy.isNamespaced,
    store,
    objects: store,
    fields,
    newValidation: () =>
      new RequestValidation(info.scheme, kind, "", store.strategy.separatesStatus ? "all but status" : "all"),
    decoder: info.codecs.hubDecoder(info.group),
    encoder: new ObjectEncoder(info.codecs, kind, listKind, { itemsHaveKind: store.strategy.listItemsHaveKind }),
    table: table ?? (printColumns === undefined ? defaultConvertor : columnConvertor(printColumns, versioned)),
    patchTypes: patchTypesOf(schema, fields),
    admission,
    interfaces: { scheme: info.scheme, equivalents: () => equivalents.of(store.place.prefix, "") },
    answer,
    judge: async (attributes) => judgeRequest(authorizers, attributes),
    deprecation: deprecationOfKind(info, kind, resource, metrics.deprecations),
    deleteCollectionWorkers,
    watch: { minRequestTimeout, metrics: metrics.watches.resource(info.group, version, resource) },
  };
}

/**
 * Returns the warning and the metrics of a deprecated kind; undefined for other kinds. A kind is
 * deprecated by the lifecycle markers of its type, or together with its version.
 */
function deprecationOfKind(
  info: APIGroupInfo,
  kind: GroupVersionKind,
  resource: string,
  metrics: SeriesOf<NumberSeries>,
): ScopeDeprecation | undefined {
  const { group, version } = kind;
  const { lifecycle } = info.scheme.definitionFor(kind);
  const ofVersion = info.deprecatedVersions?.[version];
  if (lifecycle?.deprecated === undefined && ofVersion === undefined) return undefined;
  const removedRelease = ofVersion?.removedRelease ?? lifecycle?.removed ?? "";
  const requested = (subresource: string) => {
    metrics({ group, version, resource, subresource, removed_release: removedRelease }).value = 1;
  };
  return { warning: warningOf(kind, lifecycle, ofVersion), removedRelease, requested };
}

/**
 * Returns the warning for a deprecated version (Go: deprecation.WarningMessage). A string in the
 * definition of the group has precedence over the markers.
 */
function warningOf(kind: GroupVersionKind, lifecycle: Lifecycle = {}, ofVersion: Deprecation = {}): string {
  if (ofVersion.warning !== undefined) return ofVersion.warning;
  const { deprecated, replacement } = lifecycle;
  const removed = ofVersion.removedRelease ?? lifecycle.removed;
  return [
    `${groupVersionString(kind)} ${kind.kind} is deprecated`,
    ...(deprecated === undefined ? [] : [` in v${deprecated}+`]),
    ...(removed === undefined ? [] : [`, unavailable in v${removed}+`]),
    ...(replacement === undefined ? [] : [`; use ${groupVersionString(replacement)} ${replacement.kind}`]),
  ].join("");
}
