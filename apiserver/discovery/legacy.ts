import { createHash } from "node:crypto";
import {
  groupVersionString,
  type APIResource,
  type GroupVersion,
  type GroupVersionForDiscovery,
  type GroupVersionKind,
} from "@apimachinery/runtime";
import type { InstalledResource } from "../endpoints/installed.js";

/** An API group as discovery documents describe it. */
export interface DiscoveredGroup {
  readonly group: string;
  /** Versions of the group, in order of priority. */
  readonly versions: readonly DiscoveredVersion[];
}

export interface DiscoveredVersion {
  readonly version: string;
  readonly resources: ReadonlyMap<string, InstalledResource>;
}

/**
 * The legacy group of a server that has no kinds in this group. kubectl prints several objects as a
 * `List` of v1, and clients find this kind only if discovery contains the version v1.
 */
export const emptyLegacyGroup: DiscoveredGroup = {
  group: "",
  versions: [{ version: "v1", resources: new Map() }],
};

/**
 * Returns the discovery document of `/apis`.
 * @param address host and port at which clients reach the server
 */
export function groupList(groups: readonly DiscoveredGroup[], address: string): object {
  const byClient = [{ clientCIDR: "0.0.0.0/0", serverAddress: address }];
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: groups.map((group) => ({ ...groupFields(group), serverAddressByClientCIDRs: byClient })),
  };
}

/**
 * Returns the discovery document of `/api`: the versions of the legacy group. As in Go, it has no
 * apiVersion.
 * @param address host and port at which clients reach the server
 */
export function legacyVersions({ versions }: DiscoveredGroup, address: string): object {
  return {
    kind: "APIVersions",
    versions: versions.map(({ version }) => version),
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: address }],
  };
}

/** Returns the discovery document of `/apis/<group>`. */
export function groupDocument(group: DiscoveredGroup): object {
  return { kind: "APIGroup", apiVersion: "v1", ...groupFields(group) };
}

/**
 * Returns the discovery document of `/apis/<group>/<version>`, or of `/api/<version>` for the
 * legacy group. As in Go, the document of the legacy group has no apiVersion.
 */
export function resourceList({ group }: DiscoveredGroup, { version, resources }: DiscoveredVersion): object {
  return {
    kind: "APIResourceList",
    ...(group === "" ? {} : { apiVersion: "v1" }),
    groupVersion: groupVersionString({ group, version }),
    resources: [...resources].flatMap(([name, resource]) => [
      resourceEntry(name, resource),
      ...subresourceEntries(name, resource, { group, version }),
    ]),
  };
}

function groupFields({ group, versions }: DiscoveredGroup): object {
  const listed = versions.map(({ version }): GroupVersionForDiscovery => ({
    groupVersion: groupVersionString({ group, version }),
    version,
  }));
  return { name: group, versions: listed, preferredVersion: listed[0] };
}

function resourceEntry(
  name: string,
  { store, singularName, shortNames, categories, verbs, answer }: InstalledResource,
): APIResource {
  const { kind } = store.kind;
  return {
    name,
    singularName,
    namespaced: store.strategy.isNamespaced,
    kind,
    verbs: [...verbs],
    ...(shortNames === undefined ? {} : { shortNames: [...shortNames] }),
    ...(categories === undefined ? {} : { categories: [...categories] }),
    // A resource without stored objects, such as a review, has no storage version.
    ...(answer === undefined ? { storageVersionHash: storageVersionHash(store.codec.storedKind) } : {}),
  };
}

/**
 * Returns the entries of a resource's subresources. `group` and `version` are set only if they
 * differ from the group and version of the resource.
 */
function subresourceEntries(
  resource: string,
  { store, subresources }: InstalledResource,
  gv: GroupVersion,
): readonly APIResource[] {
  return subresources.map(({ name, verbs: own, kind: { group, version, kind } }) => ({
    name: `${resource}/${name}`,
    singularName: "",
    namespaced: store.strategy.isNamespaced,
    ...(group === gv.group && version === gv.version ? {} : { group, version }),
    kind,
    verbs: [...own],
  }));
}

/**
 * Returns a hash of the group, version and kind in which objects are stored (Go:
 * discovery.StorageVersionHash). A client compares the hashes to find out whether two servers or
 * two versions of a resource share the stored format.
 */
export function storageVersionHash({ group, version, kind }: GroupVersionKind): string {
  return createHash("sha256").update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString("base64");
}
