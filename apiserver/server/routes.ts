import type { APIRequest } from "../request/api-request.js";
import { isApply as isApplyType } from "../endpoints/patch/patch-types.js";
import { metricScope, type RequestInfo } from "../request/request-info.js";
import type { RequestMetrics, RouteMetrics } from "../metrics/request-metrics.js";
import type { InstalledVersion } from "../endpoints/installed.js";

/** Verbs of the API, with their names in the metrics. */
const verbs: ReadonlyMap<string, string> = new Map([
  ["apply", "APPLY"],
  ["connect", "CONNECT"],
  ["create", "POST"],
  ["delete", "DELETE"],
  ["deletecollection", "DELETECOLLECTION"],
  ["get", "GET"],
  ["list", "LIST"],
  ["patch", "PATCH"],
  ["update", "PUT"],
  ["watch", "WATCH"],
]);

/**
 * Returns the verb of a request in the metrics. A server-side apply is a patch with a special media
 * type, but has a verb of its own. A connection to a handler has one verb for all HTTP methods.
 */
function measuredVerb(request: APIRequest): string {
  if (request.info.isConnect === true) return "connect";
  const isApply = request.info.verb === "patch" && isApplyType(request.header("content-type"));
  return isApply ? "apply" : request.info.verb;
}

/** Metrics of one resource or subresource, by scope and then by verb. */
type Counted = ReadonlyMap<string, ReadonlyMap<string, RouteMetrics>>;

/**
 * The metrics of requests, by resource or path. Requests for unknown resources and verbs have no
 * metrics. Otherwise, clients could create any number of metrics with invented names.
 */
export class MeasuredRoutes {
  readonly #metrics: RequestMetrics;
  readonly #byGroup = new Map<string, Map<string, Map<string, Counted>>>();
  /**
   * Subresources that connect clients with handlers, each as `group/version/resource/subresource`.
   */
  readonly #connects = new Set<string>();
  readonly #byPath = new Map<string, RouteMetrics>();

  constructor(metrics: RequestMetrics) {
    this.#metrics = metrics;
  }

  addVersion({ group, version, resources }: InstalledVersion): void {
    const byVersion = this.#byGroup.get(group) ?? new Map<string, Map<string, Counted>>();
    this.#byGroup.set(group, byVersion);
    const paths = [...resources].flatMap(([resource, { subresources }]) => [
      resource,
      ...subresources.map(({ name }) => `${resource}/${name}`),
    ]);
    for (const [resource, { subresources }] of resources)
      for (const { name, connect } of subresources)
        if (connect !== undefined) this.#connects.add(`${group}/${version}/${resource}/${name}`);
    byVersion.set(version, new Map(paths.map((path) => [path, this.#countedOf(group, version, path)])));
  }

  /** Reports whether a request is for a subresource that connects its client with a handler. */
  isConnect({ group, version, resource, subresource }: RequestInfo): boolean {
    return (
      this.#connects.size > 0 &&
      subresource !== "" &&
      this.#connects.has(`${group}/${version}/${resource}/${subresource}`)
    );
  }

  /** Adds a path that does not belong to a resource. */
  addPath(path: string): void {
    const nothing = { group: "", version: "", resource: "", scope: "", component: "" };
    this.#byPath.set(path, this.#metrics.route({ ...nothing, verb: "GET", subresource: path }));
  }

  find(request: APIRequest): RouteMetrics | undefined {
    const { info } = request;
    if (!info.isResourceRequest) return this.#byPath.get(info.path);
    const path = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
    return this.#byGroup
      .get(info.group)
      ?.get(info.version)
      ?.get(path)
      ?.get(metricScope(info))
      ?.get(measuredVerb(request));
  }

  #countedOf(group: string, version: string, path: string): Counted {
    const [resource = "", subresource = ""] = path.split("/");
    const byVerb = (scope: string) =>
      new Map(
        [...verbs].map(([verb, label]) => [
          verb,
          this.#metrics.route({ verb: label, group, version, resource, subresource, scope, component: "apiserver" }),
        ]),
      );
    return new Map(["cluster", "namespace", "resource"].map((scope) => [scope, byVerb(scope)]));
  }
}
