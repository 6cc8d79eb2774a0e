import { codeOf, type ClientObject, type Client, type ClientModule, type ClientObjects } from "./client.js";
import { usedVersion, type DiscoveredResource, type Retired } from "./group.js";
import { hasEntriesOf, movedEntries } from "./managed-fields.js";

/** Number of objects per page of a list, and of parallel updates. */
const pageSize = 100;

/** Maximum number of attempts to update an object that other clients change at the same time. */
const attempts = 100;

/** Result of rewriting the objects of a resource. */
export interface RewriteResult {
  readonly objects: number;
  /** Error messages of the server for the objects whose update was refused. */
  readonly refused: readonly string[];
}

/** A server, and the version that is removed from it. */
export interface RetireServer {
  readonly client: Client;
  readonly module: ClientModule;
  readonly retired: Retired;
}

/** Returns a client for the objects of a resource, in the version that the command uses. */
export function objectsOf({ client, module, retired }: RetireServer, resource: DiscoveredResource): ClientObjects {
  const kind = { group: retired.group, version: usedVersion(resource, retired), kind: resource.kind };
  return client.resourceOf(module.untypedResource(kind, resource.name, resource.isNamespaced ? undefined : "Cluster"));
}

/**
 * Rewrites all objects of a resource with patches that change nothing. For each patch, the server
 * stores the object again if its stored encoding differs from the current encoding. Entries of the
 * version in `metadata.managedFields` change to another version.
 */
export async function rewriteResource(cluster: RetireServer, resource: DiscoveredResource): Promise<RewriteResult> {
  const { retired } = cluster;
  const { group, version } = retired;
  const objects = objectsOf(cluster, resource);
  const [from, to] = [`${group}/${version}`, `${group}/${usedVersion(resource, retired)}`];
  let count = 0;
  const refused: string[] = [];
  for await (const { items } of objects.pages({ limit: pageSize })) {
    const messages = await Promise.all(items.map((object) => rewrite(objects, object, from, to)));
    refused.push(...messages.filter((message) => message !== undefined));
    count += items.length;
  }
  return { objects: count, refused };
}

/**
 * Rewrites an object. Returns the error message of the server if the server refuses the update;
 * otherwise, returns undefined.
 */
async function rewrite(
  objects: ClientObjects,
  listed: ClientObject,
  from: string,
  to: string,
): Promise<string | undefined> {
  const { name = "", namespace = "" } = listed.metadata;
  const place = objects.namespace(namespace);
  let object = listed;
  for (let attempt = 1; ; attempt++) {
    const { resourceVersion } = object.metadata;
    const body = hasEntriesOf(object, from)
      ? { metadata: { resourceVersion, managedFields: movedEntries(object, from, to) } }
      : {};
    try {
      await place.patch(name, { type: "merge", body }, { fieldManager: "codegen-retire" });
      return undefined;
    } catch (error) {
      const code = codeOf(error);
      // An object that was deleted in the meantime need not be rewritten.
      if (code === 404) return undefined;
      if (code === undefined) throw error;
      if (code !== 409 || attempt === attempts) return (error as Error).message;
    }
    const current = await place.get(name).catch((error: unknown) => {
      if (codeOf(error) === 404) return undefined;
      throw error;
    });
    if (current === undefined) return undefined;
    object = current;
  }
}
