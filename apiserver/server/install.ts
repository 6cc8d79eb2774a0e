import { APIVersionInternal } from "@apimachinery/runtime";
import type { AdmissionPlugin } from "../admission/plugin.js";
import { ObjectEncoder } from "../endpoints/object-encoder.js";
import { patchTypesOf } from "../endpoints/patch/patch-types.js";
import { routeResources } from "../endpoints/router.js";
import type { RequestScope } from "../endpoints/scope.js";
import { defaultConvertor } from "../endpoints/table/convertor.js";
import type { APIHandler } from "../filters/filter.js";
import type { WatchMetrics } from "../metrics/watch-metrics.js";
import type { APIGroupInfo, ResourceInfo } from "./api-group.js";

/** A group-version with all that its requests need. */
export interface InstalledVersion {
  readonly group: string;
  readonly version: string;
  readonly handler: APIHandler;
  readonly resources: ReadonlyMap<string, ResourceInfo>;
}

/** What all watches of a server have in common. */
export interface WatchConfig {
  readonly metrics: WatchMetrics;
  /** In milliseconds. */
  readonly minRequestTimeout: number;
}

/** Resolves a group's versions: from here on a request looks nothing up but its path. @throws Error for a version that the scheme does not know */
export function installVersions(info: APIGroupInfo, admission: readonly AdmissionPlugin[], watches: WatchConfig): InstalledVersion[] {
  const known = info.scheme.prioritizedVersionsForGroup(info.group).map(({ version }) => version);
  const unknown = Object.keys(info.versions).filter((version) => !known.includes(version));
  if (unknown.length > 0) throw new Error(`versions of ${info.group} are not in the scheme: ${unknown.join(", ")}`);
  return known.flatMap((version) => {
    const resources = info.versions[version];
    if (resources === undefined) return [];
    // Sorted as Kubernetes lists them, in discovery too.
    const sorted = Object.entries(resources).sort(([a], [b]) => (a < b ? -1 : 1));
    const scopes = new Map(sorted.map(([name, resource]) => [name, scopeOf(info, version, name, resource, admission, watches)]));
    return [{ group: info.group, version, handler: routeResources(scopes), resources: new Map(sorted) }];
  });
}

function scopeOf(info: APIGroupInfo, version: string, resource: string, { store, table }: ResourceInfo, admission: readonly AdmissionPlugin[], watches: WatchConfig): RequestScope {
  const kind = { group: info.group, version, kind: store.kind.kind };
  const listKind = `${kind.kind}List`;
  // Throws where the kind is not there in this version.
  const schema = info.scheme.schemaFor(kind);
  return {
    scheme: info.scheme,
    kind,
    listKind,
    resource,
    subresource: "",
    isNamespaced: store.strategy.isNamespaced,
    store,
    decoder: info.codecs.universalDecoder({ group: info.group, version: APIVersionInternal }),
    encoder: new ObjectEncoder(info.codecs, kind, listKind),
    table: table ?? defaultConvertor,
    patchTypes: patchTypesOf(schema),
    admission,
    watch: { minRequestTimeout: watches.minRequestTimeout, metrics: watches.metrics.resource(info.group, version, resource) },
  };
}
