import {
  isNotFound,
  untypedResource,
  type APIObject,
  type RESTClient,
  type ResourceClient,
} from "@apimachinery/client";
import { groupVersionString } from "@apimachinery/runtime";
import type { ServedResource } from "../server/generic-api-server.js";

/** An object that a test passes to the server. */
interface GivenObject {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: { readonly name?: string; readonly generateName?: string; readonly namespace?: string };
  readonly items?: unknown;
  readonly status?: unknown;
}

/**
 * Creates objects in their order, with their status. The items of a list are created one by one. A
 * namespaced object without a namespace is created in `default`. A resourceVersion is ignored,
 * because the server sets it.
 * @throws Error that names the first object that the server refuses
 */
export async function createObjects(
  client: RESTClient,
  resources: readonly ServedResource[],
  objects: readonly object[],
): Promise<void> {
  for (const [index, object] of objects.entries()) {
    const place = `object ${index + 1} of ${objects.length}`;
    for (const item of itemsOf(object)) await createObject(client, resources, item, place);
  }
}

/**
 * Returns the items of a list, each with apiVersion and kind. For an object that is not a list,
 * returns the object itself.
 */
function itemsOf(object: GivenObject): readonly GivenObject[] {
  const { apiVersion, kind, items } = object;
  if (typeof kind !== "string" || !kind.endsWith("List") || !Array.isArray(items)) return [object];
  return items.map((item: GivenObject) => ({ apiVersion, kind: kind.slice(0, -"List".length), ...item }));
}

async function createObject(
  client: RESTClient,
  resources: readonly ServedResource[],
  object: GivenObject,
  place: string,
): Promise<void> {
  const { apiVersion, kind } = object;
  const name = nameOf(object);
  if (typeof apiVersion !== "string" || typeof kind !== "string")
    throw new Error(`${place}${name} has no apiVersion or no kind: set both`);
  const served = resources.find((one) => one.kind.kind === kind && groupVersionString(one.kind) === apiVersion);
  if (served === undefined)
    throw new Error(
      `${place} is a ${kind} of ${apiVersion}${name}, which the server does not serve; it serves ${listOf(resources)}`,
    );
  const namespace = served.isNamespaced ? (object.metadata?.namespace ?? "default") : "";
  const collection = client.resourceOf(untypedResource(served.kind, served.resource)).namespace(namespace);
  try {
    await create(collection, object);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`the server refused ${place}, ${kind}${name}: ${message}`, { cause: error });
  }
}

async function create(collection: ResourceClient<APIObject>, object: GivenObject): Promise<void> {
  // The resourceVersion is removed, because a test may pass an object that a server has returned.
  const metadata = { ...object.metadata, resourceVersion: "" };
  // The cast is safe: the caller has checked apiVersion and kind, and the server checks all other
  // fields.
  const created = await collection.create({ ...object, metadata } as APIObject);
  const { status } = object;
  if (status === undefined || JSON.stringify(status) === "{}") return;
  try {
    const updated: APIObject & { status: unknown } = { ...created, status };
    await collection.update(updated, { subresource: "status" });
  } catch (error) {
    // If the kind has no status subresource, the status was stored with the object.
    if (!isNotFound(error)) throw error;
  }
}

function nameOf({ metadata }: GivenObject): string {
  const name = metadata?.name ?? metadata?.generateName;
  return name === undefined ? "" : ` ${JSON.stringify(name)}`;
}

function listOf(resources: readonly ServedResource[]): string {
  return resources.map(({ kind }) => `${kind.kind} of ${groupVersionString(kind)}`).join(", ");
}
