import { createHash } from "node:crypto";
import { compareKubeAwareVersionStrings, jsonText, type GroupVersion } from "@apimachinery/runtime";
import type { HTTPRequest, Response } from "../http/types.js";
import { parseAccept, type AcceptClause } from "../negotiation/accept.js";
import { isPretty } from "../negotiation/negotiate.js";
import { renderText } from "../negotiation/render.js";
import type { InstalledResource, InstalledSubresource } from "../endpoints/installed.js";
import type { DiscoveredGroup } from "./legacy.js";

/** The discovery document of all groups (apidiscovery.k8s.io/v2), with its ETag. */
export interface AggregatedDocument {
  readonly text: string;
  readonly etag: string;
}

export function aggregatedDocument(groups: readonly DiscoveredGroup[]): AggregatedDocument {
  const sorted = [...groups].sort((a, b) => (a.group < b.group ? -1 : 1));
  const items = sorted.map(({ group, versions }) => ({
    metadata: group === "" ? {} : { name: group },
    versions: [...versions]
      .sort((a, b) => compareKubeAwareVersionStrings(b.version, a.version))
      .map(({ version, resources }) => ({
        version,
        resources: [...resources].map(([name, info]) => resourceEntry(name, info, version)),
        freshness: "Current",
      })),
  }));
  const text = jsonText({ kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items });
  return { text, etag: `"${createHash("sha512").update(text).digest("hex").toUpperCase()}"` };
}

/**
 * Returns the response with the aggregated document, or a 304 if the client already has the
 * document. Returns undefined if the client does not accept the document.
 */
export function aggregatedResponse(request: HTTPRequest, document: () => AggregatedDocument): Response | undefined {
  const clause = parseAccept(request.header("accept") ?? "").find(asksForAggregated);
  if (clause === undefined) return undefined;
  const { text, etag } = document();
  const headers = { etag, vary: "Accept", "cache-control": "public" };
  if (request.header("if-none-match") === etag) return { status: 304, headers, body: "" };
  const mediaType = clause.subtype === "yaml" ? "application/yaml" : "application/json";
  const contentType = `${mediaType};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
  return {
    status: 200,
    headers: { ...headers, "content-type": contentType },
    body: renderText(text, { mediaType, pretty: isPretty(request, clause) }),
  };
}

function asksForAggregated({ type, subtype, parameters }: AcceptClause): boolean {
  const [as, g, v] = ["as", "g", "v"].map((name) => parameters.get(name));
  return (
    type === "application" &&
    (subtype === "json" || subtype === "yaml") &&
    as === "APIGroupDiscoveryList" &&
    g === "apidiscovery.k8s.io" &&
    v === "v2"
  );
}

function resourceEntry(
  resource: string,
  { store, singularName, shortNames, categories, verbs, subresources }: InstalledResource,
  version: string,
): object {
  return {
    resource,
    // As in Go, group and version are empty, because the kind belongs to the same group and version
    // as the resource.
    responseKind: { group: "", version: "", kind: store.kind.kind },
    scope: store.strategy.isNamespaced ? "Namespaced" : "Cluster",
    singularResource: singularName,
    verbs,
    ...(shortNames === undefined ? {} : { shortNames }),
    ...(categories === undefined ? {} : { categories }),
    ...(subresources.length === 0
      ? {}
      : {
          subresources: subresources.map((subresource) =>
            subresourceEntry(subresource, { group: store.kind.group, version }),
          ),
        }),
  };
}

function subresourceEntry({ name, kind, verbs: ownVerbs }: InstalledSubresource, own: GroupVersion): object {
  const isOwn = kind.group === own.group && kind.version === own.version;
  return {
    subresource: name,
    responseKind: isOwn
      ? { group: "", version: "", kind: kind.kind }
      : { group: kind.group, version: kind.version, kind: kind.kind },
    verbs: ownVerbs,
  };
}
