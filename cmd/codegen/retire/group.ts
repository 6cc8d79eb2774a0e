import { createHash } from "node:crypto";
import { getJSON, type Client } from "./client.js";
import type { CustomDefinition } from "./definitions.js";

/** A resource of the group, as discovery describes it. */
export interface DiscoveredResource {
  /** Plural name, as in paths. */
  readonly name: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  /** Versions in which it is served, the preferred one first. */
  readonly versions: readonly string[];
  /**
   * Version in which new writes are stored, or `another version` for one that is not known here;
   * undefined if the server does not report it.
   */
  readonly storageVersion: string | undefined;
}

/** A version that is to be removed, and the group that has it. */
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
 * Returns the served versions of a group, the preferred one first; undefined if the server does not
 * have the group.
 */
export async function servedVersions(client: Client, group: string): Promise<readonly string[] | undefined> {
  const document = await getJSON<GroupDocument>(client, `/apis/${group}`);
  return document?.versions?.map(({ version }) => version);
}

/** Returns the names of all groups of a server. */
export async function groupNames(client: Client): Promise<readonly string[]> {
  const list = await getJSON<{ readonly groups?: readonly { readonly name: string }[] }>(client, "/apis");
  return (list?.groups ?? []).map(({ name }) => name);
}

/** Returns the stored resources of a group that is served in the given versions. */
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
      const defined = definitions.find((definition) => definition.resource === name)?.versions ?? [];
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
 * Returns the version in which a resource is read and written: its storage version if that is
 * served, because a write then converts as the storage does. If possible, this is not the version
 * that is to be removed, so that these requests do not count as requests that need that version.
 */
export function usedVersion({ versions, storageVersion }: DiscoveredResource, { version }: Retired): string {
  const others = versions.filter((one) => one !== version);
  return others.find((one) => one === storageVersion) ?? others[0] ?? version;
}

/** Returns the value of `storageVersionHash` in discovery for a group, version and kind. */
function hashOf(kind: string): string {
  return createHash("sha256").update(kind).digest().subarray(0, 8).toString("base64");
}
