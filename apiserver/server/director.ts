import { jsonText } from "@apimachinery/runtime";
import { newGenericNotFound, newMethodNotAllowed } from "../errors/index.js";
import type { APIRequest, APIHandler } from "../request/api-request.js";
import type { InstalledVersion } from "../endpoints/installed.js";
import type { Response } from "../http/types.js";
import { checkRouteAccept, documents, negotiate } from "../negotiation/negotiate.js";
import { renderDocument } from "../negotiation/render.js";
import type { VersionInfo } from "../util/version.js";

/** Handlers of paths that do not belong to a resource, by path. */
export type NonResourcePaths = ReadonlyMap<string, APIHandler>;

/**
 * Returns the innermost handler. It passes a request to the handler of its group-version or of its
 * path (Go: director).
 */
export function direct(versions: readonly InstalledVersion[], paths: NonResourcePaths): APIHandler {
  const byPath = new Map(versions.map((installed) => [rootOf(installed), installed.handler]));
  const index = indexOf([...paths.keys()]);
  return (request) => {
    const { info, path } = request;
    const resources = info.isResourceRequest && !path.startsWith("//") ? byPath.get(rootOf(info)) : undefined;
    if (resources !== undefined) return resources(request);
    const handler = paths.get(path);
    if (handler !== undefined) return handler(request);
    if (path === "/" || path === "/index.html") return Promise.resolve(indexResponse(200, index));
    if (isOfInstalledGroup(path, versions)) throw newGenericNotFound();
    return Promise.resolve(indexResponse(404, index));
  };
}

/** Returns the handler of a document. It serves GET in the format that the client accepts. */
export function documentHandler(document: () => object): APIHandler {
  return (request: APIRequest) => {
    onlyGet(request);
    const response = renderDocument(200, document(), negotiate(request, documents));
    request.audit?.respondedObject(response);
    return Promise.resolve(response);
  };
}

const noCustomResources = documentHandler(() => ({
  kind: "CustomResourceDefinitionList",
  apiVersion: "apiextensions.k8s.io/v1",
  metadata: { resourceVersion: "1" },
  items: [],
}));

/**
 * Paths whose responses are the same for all servers. For an unknown kind, kubectl requests the
 * list of custom resource definitions. If this request failed, kubectl's error would be about
 * custom resource definitions instead of the kind. Therefore, the response is an empty list.
 * Discovery documents do not contain this path.
 */
export const fixedPaths: NonResourcePaths = new Map<string, APIHandler>([
  [
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    (request) => {
      if (request.info.verb !== "list") throw newGenericNotFound();
      return noCustomResources(request);
    },
  ],
]);

/** Returns the handler of `/version`. Its JSON is always indented. */
export function versionHandler(version: VersionInfo): APIHandler {
  const body = jsonText(version, 2);
  return (request) => {
    onlyGet(request);
    checkRouteAccept(request, ["application/json"]);
    return Promise.resolve({ status: 200, headers: { "content-type": "application/json" }, body });
  };
}

/**
 * Checks that the method is GET.
 * @throws StatusError 405 for other methods
 */
export function onlyGet(request: APIRequest): void {
  if (request.method !== "GET") throw newMethodNotAllowed();
}

/** Returns the paths for the index document. As in Go, all OpenAPI v3 documents share one entry. */
function indexOf(paths: readonly string[]): readonly string[] {
  const documents = "/openapi/v3/";
  const listed = paths.filter((path) => !path.endsWith("/") && !path.startsWith(documents));
  return (paths.some((path) => path.startsWith(documents)) ? [...listed, documents] : listed).sort();
}

/**
 * Returns a response with the list of all paths. An unknown path has the same response, with 404.
 */
function indexResponse(status: number, paths: readonly string[]): Response {
  return { status, headers: { "content-type": "application/json" }, body: jsonText({ paths }, 2) };
}

function isOfInstalledGroup(path: string, versions: readonly InstalledVersion[]): boolean {
  return versions.some(({ group }) => path.startsWith(`${rootOfGroup(group)}/`));
}

function rootOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return `${rootOfGroup(group)}/${version}`;
}

/** Returns the path of a group. The legacy group, whose name is empty, has its own root. */
export function rootOfGroup(group: string): string {
  return group === "" ? "/api" : `/apis/${group}`;
}
