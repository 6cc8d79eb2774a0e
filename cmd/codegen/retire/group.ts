import { createHash } from "node:crypto";
import { getJSON, type Client } from "./client.js";
import type { CustomDefinition } from "./definitions.js";

/** A resource of the group, from the discovery document. */
export interface DiscoveredResource {
  /** Plural name of the resource, as in URL paths. */
  readonly name: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Versions in which the resource is served, the preferred version first. */
  readonly versions: readonly string[];
  /**
   * Version in which the server stores written objects; undefined if the server does not report it.
   * The value is `another version` if the version cannot be determined.
   */
  readonly storageVersion: string | undefined;
}

/** The version to remove, and its group. */
export interface Retired {
  readonly group: string;
  readonly version: string;
}

interface GroupDocument {
  readonly versions?: readonly { readonly version: string }[];
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
    readonly storageVersionHash?: string;
  }[];
}

/**
 * Returns the served versions of a group, the preferred version first; undefined if the server does
 * not have the group.
 */
export async function servedVersions(client: Client, group: string): Promise<readonly string[] | undefined> {
  const document = await getJSON<GroupDocument>(client, `/apis/${group}`);
  return document?.versions?.map(({ version }) => version);
}

/** Returns the names of all API groups of a server. */
export async function groupNames(client: Client): Promise<readonly string[]> {
  const list = await getJSON<{ readonly groups?: readonly { readonly name: string }[] }>(client, "/apis");
  return (list?.groups ?? []).map(({ name }) => name);
}

/** Returns the stored resources of a group, and the versions that serve each of them. */
export async function resourcesOf(
  client: Client,
  { group, version }: Retired,
  served: readonly string[],
  definitions: readonly CustomDefinition[],
): Promise<readonly DiscoveredResource[]> {
  const found = new Map<string, DiscoveredResource>();
  for (const one of served) {
    const list = await getJSON<ResourceList>(client, `/apis/${group}/${one}`);
    for (const { name, kind, namespaced, verbs, storageVersionHash } of list?.resources ?? []) {
      if (name.includes("/") || !verbs.includes("list")) continue;
      const defined = definitions.find((definition) => definition.spec.names.plural === name)?.spec.versions ?? [];
      const known = [...served, version, ...defined.map((each) => each.name)];
      found.set(name, {
        name,
        kind,
        isNamespaced: namespaced,
        versions: [...(found.get(name)?.versions ?? []), one],
        storageVersion:
          known.find((each) => hashOf(`${group}/${each}/${kind}`) === storageVersionHash) ??
          (storageVersionHash === undefined ? undefined : "another version"),
      });
    }
  }
  return [...found.values()];
}

/**
 * Returns the version for reads and writes of a resource. Avoids the version to remove, because
 * these requests would count as its use. Otherwise prefers the storage version, so that objects
 * need no conversion.
 */
export function usedVersion({ versions, storageVersion }: DiscoveredResource, { version }: Retired): string {
  const others = versions.filter((one) => one !== version);
  return others.find((one) => one === storageVersion) ?? others[0] ?? version;
}

/** Returns `storageVersionHash`, as in discovery, for a group, version and kind. */
function hashOf(kind: string): string {
  return createHash("sha256").update(kind).digest().subarray(0, 8).toString("base64");
}
