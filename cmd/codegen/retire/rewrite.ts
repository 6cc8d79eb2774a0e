import { codeOf, type ClientObject, type Client, type ClientModule, type ClientObjects } from "./client.js";
import { usedVersion, type DiscoveredResource, type Retired } from "./group.js";
import { hasEntriesOf, movedEntries } from "./managed-fields.js";

/** Number of objects in a page of a list, and of updates at the same time. */
const pageSize = 100;

/** Number of attempts to move the managed fields of an object that others write all the time. */
const attempts = 100;

/** Result of writing the objects of a resource again. */
export interface RewriteResult {
  readonly objects: number;
  /** Messages of the server for the objects that it refused. */
  readonly refused: readonly string[];
}

/** The objects of a resource, in the version in which the command uses them. */
export function objectsOf(
  client: Client,
  { untypedResource }: ClientModule,
  resource: DiscoveredResource,
  retired: Retired,
): ClientObjects {
  const kind = { group: retired.group, version: usedVersion(resource, retired), kind: resource.kind };
  return client.resourceOf(untypedResource(kind, resource.name, resource.isNamespaced ? undefined : "Cluster"));
}

/**
 * Writes all objects of a resource again: a patch without a change, after which the server stores
 * an object whose stored bytes are not its present encoding. The entries of the version in
 * `metadata.managedFields` move to another version.
 */
export async function rewriteResource(
  client: Client,
  module: ClientModule,
  resource: DiscoveredResource,
  retired: Retired,
): Promise<RewriteResult> {
  const { group, version } = retired;
  const objects = objectsOf(client, module, resource, retired);
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

/** Returns the message of the server if it refuses the update. */
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
      // A deleted object needs no version.
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
