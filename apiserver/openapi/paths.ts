import type { OpenAPISchema } from "./schemas.js";

/** One resource, as far as its paths are concerned. */
export interface PathResource {
  /** `/apis/<group>/<version>`. */
  readonly root: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string };
  /** References to the schemas of an object and of a list. */
  readonly object: OpenAPISchema;
  readonly list: OpenAPISchema;
}

type Operation = Readonly<Record<string, unknown>>;
type Parameter = Readonly<Record<string, unknown>>;

const query = (type: string, ...names: readonly string[]): Parameter[] => names.map((name) => ({ name, in: "query", schema: { type, uniqueItems: true } }));
const pathParameter = (name: string): Parameter => ({ name, in: "path", required: true, schema: { type: "string", uniqueItems: true } });

const pretty = query("string", "pretty");
const listParameters = [
  ...query("string", "continue", "fieldSelector", "labelSelector", "resourceVersion", "resourceVersionMatch"),
  ...query("integer", "limit", "timeoutSeconds"),
  ...query("boolean", "sendInitialEvents"),
];
const watchParameters = [...listParameters, ...query("boolean", "allowWatchBookmarks", "watch")];
const writeParameters = query("string", "dryRun", "fieldManager", "fieldValidation");
const deleteParameters = [...query("string", "dryRun", "propagationPolicy"), ...query("integer", "gracePeriodSeconds"), ...query("boolean", "orphanDependents")];

const objectTypes = ["application/json", "application/yaml"];
/** What PATCH takes: by this list kubectl chooses. */
const patchTypes = ["application/json-patch+json", "application/merge-patch+json"];

/** A resource's paths with what can be done there, and the extensions by which kubectl finds its way. */
export function resourcePaths(resource: PathResource): Readonly<Record<string, unknown>> {
  const { root, isNamespaced } = resource;
  const collection = `${root}${isNamespaced ? "/namespaces/{namespace}" : ""}/${resource.resource}`;
  const place = isNamespaced ? [pathParameter("namespace")] : [];
  const scope = isNamespaced ? "Namespaced" : "";
  const ofCollection = { get: listOperation(resource, scope), post: createOperation(resource, scope), delete: deleteCollectionOperation(resource, scope) };
  const paths: Record<string, unknown> = {
    [collection]: { ...ofCollection, parameters: [...place, ...pretty] },
    [`${collection}/{name}`]: { ...objectOperations(resource, scope), parameters: [pathParameter("name"), ...place, ...pretty] },
  };
  if (isNamespaced) paths[`${root}/${resource.resource}`] = { get: listOperation(resource, "", "ForAllNamespaces"), parameters: pretty };
  return paths;
}

function listOperation(resource: PathResource, scope: string, suffix = ""): Operation {
  return operation(resource, "list", `list${scope}${resource.kind.kind}${suffix}`, { parameters: watchParameters, answers: { 200: resource.list } });
}

function createOperation(resource: PathResource, scope: string): Operation {
  const answers = { 200: resource.object, 201: resource.object };
  return operation(resource, "post", `create${scope}${resource.kind.kind}`, { parameters: writeParameters, answers, takes: objectTypes });
}

function deleteCollectionOperation(resource: PathResource, scope: string): Operation {
  const parameters = [...listParameters, ...deleteParameters];
  return operation(resource, "deletecollection", `deleteCollection${scope}${resource.kind.kind}`, { parameters, answers: { 200: status } });
}

function objectOperations(resource: PathResource, scope: string): Readonly<Record<string, Operation>> {
  const { object, kind } = resource;
  const id = (verb: string) => `${verb}${scope}${kind.kind}`;
  const written = { parameters: writeParameters, answers: { 200: object, 201: object } };
  return {
    get: operation(resource, "get", id("read"), { parameters: [], answers: { 200: object } }),
    put: operation(resource, "put", id("replace"), { ...written, takes: objectTypes }),
    patch: operation(resource, "patch", id("patch"), { ...written, takes: patchTypes }),
    delete: operation(resource, "delete", id("delete"), { parameters: deleteParameters, answers: { 200: status, 202: status } }),
  };
}

interface Does {
  readonly parameters: readonly Parameter[];
  readonly answers: Readonly<Record<number, OpenAPISchema>>;
  /** Media types of its body. */
  readonly takes?: readonly string[];
}

/** A Status, of which clients of these documents need no more than that. */
const status: OpenAPISchema = { type: "object" };

function operation({ kind, object }: PathResource, action: string, id: string, { parameters, answers, takes }: Does): Operation {
  const responses = Object.entries(answers).map(([code, schema]) => [code, { description: "OK", content: content(objectTypes, schema) }] as const);
  const body = action === "patch" ? { type: "object" } : object;
  return {
    operationId: id,
    parameters,
    ...(takes === undefined ? {} : { requestBody: { content: content(takes, body), required: true } }),
    responses: Object.fromEntries(responses),
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": kind,
  };
}

function content(types: readonly string[], schema: OpenAPISchema): Readonly<Record<string, unknown>> {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}
