import { fields } from "@apimachinery/runtime";
import { requestLimits } from "../http/request-limits.js";

/** Parsed method and path of a request (Go: request.RequestInfo). */
export interface RequestInfo {
  readonly isResourceRequest: boolean;
  readonly path: string;
  /**
   * Verb of the API, such as `list`. For a path without a resource: the HTTP method in lower case.
   * Empty for a method without a verb.
   */
  readonly verb: string;
  /**
   * First segment of the path, `api` or `apis`. It is also set for paths below `/apis` that are too
   * short for a resource.
   */
  readonly prefix: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /**
   * Segments of the path from the resource on: resource, name, subresource, and any further
   * segments.
   */
  readonly parts: readonly string[];
  /** True if the path contains the deprecated segment `watch`. */
  readonly isWatchPath: boolean;
  /** True for a subresource that connects its client with a handler. */
  readonly isConnect?: true;
  /**
   * Label selector in the query of a list, a watch or a collection delete, not yet validated; empty
   * if absent.
   */
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

const verbs: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};
/**
 * Subresources of namespaces. In a path, any other segment after the name of a namespace is a
 * resource.
 */
const namespaceSubresources = new Set(["status", "finalize"]);

/**
 * Parses method and path of a request.
 * @throws Error for a path that ends after the segment `watch` or `proxy`, before its resource
 */
export function parseRequestInfo(method: string, path: string, query: URLSearchParams, uri: string): RequestInfo {
  const segments = segmentsOf(path);
  const [prefix = ""] = segments;
  const isGrouped = prefix === "apis";
  if (segments.length < 3 || (prefix !== "api" && !isGrouped)) return nonResource(method, path, "");
  if (isGrouped && segments.length < 4) return nonResource(method, path, prefix);
  const [group, version] = isGrouped ? [segments[1] ?? "", segments[2] ?? ""] : ["", segments[1] ?? ""];
  let rest = segments.slice(isGrouped ? 3 : 2);
  let verb = verbs[method] ?? "";
  const isSpecial = rest[0] === "proxy" || rest[0] === "watch";
  if (isSpecial) {
    if (rest.length < 2) throw new Error(`unable to determine kind and namespace from url, ${uri}`);
    verb = rest[0] ?? "";
    rest = rest.slice(1);
  }
  const { namespace, parts } = namespaceAndParts(rest);
  const [resource = "", name = "", third = ""] = parts;
  const collection = name === "" && !isSpecial ? collectionVerb(verb, query) : verb;
  return {
    isResourceRequest: true,
    path,
    verb: collection,
    prefix,
    group,
    version,
    namespace,
    resource,
    subresource: verb === "proxy" ? "" : third,
    name: name === "" && !isSpecial ? nameOfSelector(collection, query) : name,
    parts,
    isWatchPath: isSpecial && verb === "watch",
    ...(isSpecial || !verbsWithSelectors.has(collection) ? withoutSelectors : selectorsOf(query)),
  };
}

const verbsWithSelectors = new Set(["list", "watch", "deletecollection"]);
const withoutSelectors = { labelSelector: "", fieldSelector: "" };

function selectorsOf(query: URLSearchParams): Pick<RequestInfo, "labelSelector" | "fieldSelector"> {
  if (query.size === 0) return withoutSelectors;
  return { labelSelector: query.get("labelSelector") ?? "", fieldSelector: query.get("fieldSelector") ?? "" };
}

const none = {
  prefix: "",
  group: "",
  version: "",
  namespace: "",
  resource: "",
  subresource: "",
  name: "",
  parts: [],
  isWatchPath: false,
  ...withoutSelectors,
};

/** RequestInfo of a request whose path was not yet parsed. */
export const notYetParsed: RequestInfo = { isResourceRequest: false, path: "", verb: "", ...none };

function nonResource(method: string, path: string, prefix: string): RequestInfo {
  return { isResourceRequest: false, path, verb: method.toLowerCase(), ...none, prefix };
}

/**
 * Splits a path into its segments. Ignores slashes at both ends. Also returns empty segments, which
 * match no resource.
 */
function segmentsOf(path: string): readonly string[] {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return start === end ? [] : path.slice(start, end).split("/");
}

function namespaceAndParts(rest: readonly string[]): { readonly namespace: string; readonly parts: readonly string[] } {
  if (rest[0] !== "namespaces") return { namespace: "", parts: rest };
  const namespace = rest[1] ?? "";
  const isInside = rest.length > 2 && !namespaceSubresources.has(rest[2] ?? "");
  return { namespace, parts: isInside ? rest.slice(2) : rest };
}

function collectionVerb(verb: string, query: URLSearchParams): string {
  if (verb === "delete") return "deletecollection";
  if (verb !== "get") return verb;
  return isTruthy(query.get("watch")) ? "watch" : "list";
}

/**
 * Reports whether a query parameter counts as true. All values count as true except `0` and
 * `false`; the empty value also counts as true. An absent parameter (null) does not.
 */
export function isTruthy(value: string | null): boolean {
  return value !== null && value !== "0" && value.toLowerCase() !== "false";
}

/**
 * Returns the scope of a request for a resource, for the labels of metrics: `resource` for one
 * object and for a create, otherwise `namespace` or `cluster`.
 */
export function metricScope({ name, namespace, verb }: RequestInfo): string {
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}

/**
 * Returns the name of the object that the field selector of a list or a watch requires; empty if it
 * requires none, is invalid, or is too long. Authorizers can then allow the request for this single
 * object.
 */
function nameOfSelector(verb: string, query: URLSearchParams): string {
  const text = query.get("fieldSelector");
  if ((verb !== "list" && verb !== "watch") || text === null || text.length > requestLimits.nameSelectorCharacters)
    return "";
  try {
    const name = fields.requiresExactMatch(fields.parse(text), "metadata.name") ?? "";
    return name === "." || name === ".." || /[/%]/.test(name) ? "" : name;
  } catch {
    return "";
  }
}
