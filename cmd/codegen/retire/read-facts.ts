import { codeOf } from "./client.js";
import { listDefinitions, forgetStoredVersions, type CustomDefinition } from "./definitions.js";
import type { Facts, ListedResource } from "./findings.js";
import { resourcesOf, usedVersion, type DiscoveredResource } from "./group.js";
import { rulesThatName } from "./hooks.js";
import { readMetrics } from "./metrics.js";
import { objectsOf, rewriteResource, type RetireServer, type RewriteResult } from "./rewrite.js";

/** Sends requests for which the user may lack permission, and collects the refused requests. */
export class Permitted {
  /** Error messages of the server, by the subject of the refused request. */
  readonly unread = new Map<string, string>();

  /** Returns the result of a request; undefined if the user lacks permission. */
  async read<T>(subject: string, result: Promise<T>): Promise<T | undefined> {
    try {
      return await result;
    } catch (error) {
      if (codeOf(error) !== 403) throw error;
      this.unread.set(subject, (error as Error).message);
      return undefined;
    }
  }
}

export interface ClusterReading extends RetireServer {
  /** Versions in which the group is served. */
  readonly served: readonly string[];
  readonly migrate: boolean;
  readonly definitions: readonly CustomDefinition[] | undefined;
  readonly permitted: Permitted;
}

/**
 * Reads the facts about a version from a server. If `migrate` is true, first rewrites all objects.
 */
export async function readFacts(reading: ClusterReading): Promise<Facts> {
  const { client, retired, served, migrate, definitions = [], permitted } = reading;
  const resources = await resourcesOf(client, retired, served, definitions);
  const rewritten = migrate ? await rewriteAll(reading, resources) : new Map<string, RewriteResult>();
  // The metrics are read before the following requests, so that these requests are not counted.
  const metrics = await permitted.read("/metrics", readMetrics(client, retired));
  const listed = new Map<string, ListedResource>();
  for (const resource of resources) {
    const list = await permitted.read(`${resource.name}.${retired.group}`, listOf(reading, resource));
    if (list !== undefined) listed.set(resource.name, list);
  }
  return {
    served,
    resources,
    definitions:
      rewritten.size > 0 && definitions.length > 0 ? await listDefinitions(client, retired.group) : definitions,
    rules: (await permitted.read("webhooks and admission policies", rulesThatName(client, retired, served))) ?? [],
    metrics,
    listed,
    rewritten,
    unread: permitted.unread,
  };
}

/**
 * Rewrites the objects of all resources except those whose storage version or only version is the
 * version to remove.
 */
async function rewriteAll(
  reading: ClusterReading,
  resources: readonly DiscoveredResource[],
): Promise<ReadonlyMap<string, RewriteResult>> {
  const { client, retired, definitions = [] } = reading;
  const results = new Map<string, RewriteResult>();
  for (const resource of resources) {
    if (resource.storageVersion === retired.version || usedVersion(resource, retired) === retired.version) continue;
    const result = await rewriteResource(reading, resource);
    results.set(resource.name, result);
    const definition = definitions.find((one) => one.spec.names.plural === resource.name);
    if (definition !== undefined && result.refused.length === 0) await forgetStoredVersions(client, definition);
  }
  return results;
}

/** Counts the objects of a resource, and those with managed fields in the version. */
async function listOf(cluster: RetireServer, resource: DiscoveredResource): Promise<ListedResource> {
  const { retired } = cluster;
  const apiVersion = `${retired.group}/${retired.version}`;
  const managers = new Map<string, number>();
  let objects = 0;
  for await (const { items } of objectsOf(cluster, resource).pages({ limit: 500 })) {
    objects += items.length;
    for (const { metadata } of items)
      for (const { manager = "", operation = "", apiVersion: of } of metadata.managedFields ?? []) {
        const key = `${manager} (${operation})`;
        if (of === apiVersion) managers.set(key, (managers.get(key) ?? 0) + 1);
      }
  }
  return { objects, managers };
}
