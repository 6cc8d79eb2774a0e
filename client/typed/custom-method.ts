import { encodeObject, groupVersionString, parseExactJSON, stringifyJSON, type Schema } from "@apimachinery/runtime";
import {
  listQuery,
  patchMediaTypes,
  queryOf,
  writeQuery,
  type GetOptions,
  type ListOptions,
  type Patch,
  type PatchOptions,
  type RequestOptions,
} from "../rest/options.js";
import { collectionPath, objectPath } from "../rest/paths.js";
import { decodersOf, type APIObject, type ResourceType } from "../rest/resource-type.js";
import type { RESTClient, RESTRequest } from "../rest/rest-client.js";
import type { MethodDefinition } from "./resource-definition.js";

/** The properties of a request that depend on the verb and the arguments of a method. */
type Sent = Pick<RESTRequest, "method" | "query" | "headers" | "body"> & {
  readonly name: string;
  /** True if the path contains the name of the object; false for the path of the collection. */
  readonly isOfObject: boolean;
  readonly options: RequestOptions;
};

/**
 * Returns a method that a `+genclient:method` marker defines. If the method belongs to a
 * subresource, or its verb is get or patch, its first parameter is the name of the object. Other
 * methods that write read the name from the object.
 */
export function customMethod(
  rest: RESTClient,
  type: ResourceType<APIObject>,
  namespace: string,
  definition: MethodDefinition,
): (...args: readonly unknown[]) => Promise<unknown> {
  const { verb, subresource } = definition;
  const decode = decoderOf(type, definition);
  const read = readers[verb];
  return async (...args) => {
    const { name, isOfObject, options, ...request } = read(args, definition, type);
    const path = isOfObject ? objectPath(type, namespace, name, subresource) : collectionPath(type, namespace);
    const { signal, maxRetries, dropManagedFields } = options;
    const about = { resource: type.resource, group: type.kind.group, name };
    return decode(await rest.text({ ...request, path, signal, maxRetries, dropManagedFields, about }));
  };
}

type Reader = (args: readonly unknown[], definition: MethodDefinition, type: ResourceType<APIObject>) => Sent;

/**
 * Functions that convert the arguments of a method to a request, by verb. The types of the
 * generated client (`resource-verbs.ts`) check the arguments, so the casts are safe.
 */
const readers: Readonly<Record<MethodDefinition["verb"], Reader>> = {
  get: (args) => {
    const [name, options = {}] = args as [string, GetOptions?];
    const query = queryOf({ resourceVersion: options.resourceVersion });
    return { method: "GET", query, name, isOfObject: true, options };
  },
  list: (args, { subresource }) => {
    const [name, options = {}] = (subresource === undefined ? ["", ...args] : args) as [string, ListOptions?];
    return { method: "GET", query: listQuery(options), name, isOfObject: subresource !== undefined, options };
  },
  patch: (args) => {
    const [name, patch, options = {}] = args as [string, Patch, PatchOptions?];
    const headers = { "content-type": patchMediaTypes[patch.type] };
    const body = stringifyJSON(patch.body);
    return { method: "PATCH", query: writeQuery(options), headers, body, name, isOfObject: true, options };
  },
  create: (args, definition, type) => {
    const sent = written("POST", args, definition, type);
    return { ...sent, isOfObject: definition.subresource !== undefined };
  },
  update: (args, definition, type) => written("PUT", args, definition, type),
  apply: (args, definition, type) => {
    const [name, object, options = {}] = named(args, definition);
    const { kind } = type;
    const typeMeta =
      definition.input === undefined ? { apiVersion: groupVersionString(kind), kind: kind.kind } : undefined;
    const headers = { "content-type": patchMediaTypes.apply };
    const body = stringifyJSON({ ...typeMeta, ...object });
    return { method: "PATCH", query: writeQuery(options), headers, body, name, isOfObject: true, options };
  },
};

function written(
  method: string,
  args: readonly unknown[],
  definition: MethodDefinition,
  type: ResourceType<APIObject>,
): Sent {
  const [name, object, options = {}] = named(args, definition);
  const headers = { "content-type": "application/json" };
  const body = encoded(object, definition.input, type);
  return { method, query: writeQuery(options), headers, body, name, isOfObject: true, options };
}

/** Returns the arguments with the name of the object as first item. */
function named(
  args: readonly unknown[],
  { subresource }: MethodDefinition,
): readonly [string, APIObject, PatchOptions?] {
  if (subresource !== undefined) return args as [string, APIObject, PatchOptions?];
  const [object, options = {}] = args as [APIObject, PatchOptions?];
  return [object.metadata.name ?? "", object, options];
}

function encoded(object: APIObject, input: MethodDefinition["input"], type: ResourceType<APIObject>): string {
  if (input === "json") return stringifyJSON(object);
  return input === undefined ? type.encode(object) : encodeObject(input, object);
}

function decoderOf(type: ResourceType<APIObject>, { verb, result }: MethodDefinition): (text: string) => unknown {
  if (result === "json") return parseExactJSON;
  // The cast is safe, because generated methods return only objects with metadata.
  const decoders = result === undefined ? type : decodersOf(result as Schema<APIObject>);
  return (text) => (verb === "list" ? decoders.decodeList(text) : decoders.decode(text));
}
