import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultClientConfig, isConflict, isNotFound, RESTClient, type ClientConfig } from "@apimachinery/client";
import type { Output } from "../../options/flags/command-line.js";
import { readAddress } from "../../options/server-address.js";
import { storageVersionOf } from "../../server/group-definition.js";
import { joinGroups } from "../../server/join-groups.js";
import type { ServerDefinition } from "../definition.js";
import type { MigrateOptions } from "./migrate-options.js";
import { versionTable, type VersionCount } from "./version-table.js";

/** Number of objects in a page of a list. */
const pageSize = 200;

interface StoredObject {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/**
 * Migrates the storage version through the API of a running server, as Kubernetes' storage version
 * migrator does. Each object is updated without a change. The server writes the object if its
 * stored bytes are not its current encoding.
 * @throws Error if the server cannot be reached, or refuses an object
 */
export async function migrateRunningServer(
  options: MigrateOptions,
  { out }: Output,
  definition: ServerDefinition,
): Promise<void> {
  const client = new RESTClient(await configOf(options));
  try {
    out(versionTable(await countsOf(client)));
    const problems: string[] = [];
    let updated = 0;
    for (const path of await collectionsOf(client, definition)) updated += await updateAll(client, path, problems);
    out(`\n${updated} objects checked by the running server\n\n${versionTable(await countsOf(client))}`);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  } finally {
    await client.close();
  }
}

/**
 * Returns the client configuration for the running server.
 * @throws Error that describes how to reach the server
 */
async function configOf({ dataDir, kubeconfig }: MigrateOptions): Promise<ClientConfig> {
  if (kubeconfig !== "") return (await defaultClientConfig({ kubeconfig })).config;
  const server = await readAddress(dataDir);
  const names = ["ca.crt", "admin.crt", "admin.key"].map((name) => join(dataDir, name));
  const missing = names.find((file) => !existsSync(file));
  if (server === undefined || missing !== undefined)
    throw new Error(
      `the server that uses ${dataDir} can't be reached: ${missing ?? "its address"} is missing. Set --kubeconfig`,
    );
  const [ca = "", certificate = "", key = ""] = await Promise.all(names.map((file) => readFile(file, "utf8")));
  return { server, tls: { ca, certificate, key } };
}

/**
 * Returns the path of the collection of each resource, in its storage version if this version is
 * served.
 */
async function collectionsOf(client: RESTClient, { groups }: ServerDefinition): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const definition of joinGroups(groups)) {
    const { group, version: stored } = storageVersionOf(definition);
    const root = group === "" ? "/api" : `/apis/${group}`;
    const { versions } = await json<{ readonly versions: readonly (string | { readonly version: string })[] }>(
      client,
      root,
    );
    // In `/api`, the versions of the core group are strings.
    const names = versions.map((each) => (typeof each === "string" ? each : each.version));
    const known = new Set<string>();
    for (const version of names.sort((a, b) => Number(b === stored) - Number(a === stored))) {
      const path = `${root}/${version}`;
      const { resources } = await json<{ readonly resources: readonly { readonly name: string }[] }>(client, path);
      for (const { name } of resources) {
        if (name.includes("/") || known.has(name)) continue;
        known.add(name);
        paths.push(`${path}/${name}`);
      }
    }
  }
  return paths;
}

/**
 * Updates all objects of a collection without a change, and returns their number. Adds a message to
 * `problems` for each refused object.
 */
async function updateAll(client: RESTClient, path: string, problems: string[]): Promise<number> {
  let updated = 0;
  let next: string | undefined = "";
  while (next !== undefined) {
    const query = new URLSearchParams({ limit: String(pageSize), ...(next !== "" && { continue: next }) });
    const list: ObjectPage = await json<ObjectPage>(client, path, query);
    const results = await Promise.all(list.items.map((object) => update(client, path, { ...list, object })));
    problems.push(...results.filter((result) => result !== undefined));
    updated += list.items.length;
    next = list.metadata.continue === "" ? undefined : list.metadata.continue;
  }
  return updated;
}

interface ObjectPage {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly continue?: string };
  readonly items: readonly StoredObject[];
}

/**
 * Updates an object without a change. Returns the message of the server if it refuses the update.
 * Returns undefined after a success, and if another client has changed or deleted the object.
 */
async function update(
  client: RESTClient,
  path: string,
  { kind, apiVersion, object }: Pick<ObjectPage, "kind" | "apiVersion"> & { readonly object: StoredObject },
): Promise<string | undefined> {
  const { name, namespace } = object.metadata;
  const at = path.lastIndexOf("/");
  const folder = namespace === undefined ? path : `${path.slice(0, at)}/namespaces/${namespace}${path.slice(at)}`;
  try {
    await client.text({
      method: "PUT",
      path: `${folder}/${encodeURIComponent(name)}`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...object, kind: kind.replace(/List$/, ""), apiVersion }),
    });
    return undefined;
  } catch (error) {
    // Another client has changed the object meanwhile, and thus stored it in the current version,
    // or has deleted it.
    return isConflict(error) || isNotFound(error) ? undefined : (error as Error).message;
  }
}

async function countsOf(client: RESTClient): Promise<readonly VersionCount[]> {
  const text = await client.text({ method: "GET", path: "/metrics" });
  const lines = text.matchAll(/^apiserver_storage_objects_by_version\{resource="([^"]*)",version="([^"]*)"\} (\d+)$/gm);
  return [...lines].map(([, resource = "", version = "", objects]) => ({
    resource,
    version,
    objects: Number(objects),
  }));
}

async function json<T>(client: RESTClient, path: string, query?: URLSearchParams): Promise<T> {
  return JSON.parse(await client.text({ method: "GET", path, ...(query && { query }) })) as T;
}
