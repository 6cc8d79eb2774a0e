import { jsonText, type Status } from "@apimachinery/runtime";
import { newNotAcceptable } from "../errors/index.js";
import type { Response } from "../http/types.js";
import type { APIRequest } from "../request/api-request.js";
import { negotiate, type Negotiated, type Transform } from "../negotiation/negotiate.js";
import { renderDocument, largeTextResponse } from "../negotiation/render.js";
import type { APIObject } from "../request/api-object.js";
import type { ListedObjects } from "../registry/list-reader.js";
import { listString } from "./list-limit.js";
import { listMetadataOf } from "./object-encoder.js";
import { binaryEncoder, binaryList, binaryObject } from "./binary.js";
import { inEncodingSpan } from "./request-span.js";
import type { RequestScope } from "./scope.js";
import { includeObjectOf, partialObject, tableText, type TableEncoding } from "./table/table.js";

/**
 * Negotiates the format of the response for a resource.
 * @throws StatusError 406 if the client accepts none of the formats
 */
export function negotiateResource(scope: RequestScope, request: APIRequest, isStream = false): Negotiated {
  return negotiate(request, {
    allowsTransforms: true,
    isStream,
    protobuf: scope.hasProtobuf ? "all" : "metadata",
  });
}

/**
 * Returns the scope with the encoder that omits managedFields if the client does not want them;
 * otherwise the scope unchanged.
 */
export function shownScope(scope: RequestScope, { dropsManagers }: Negotiated): RequestScope {
  return dropsManagers === undefined ? scope : { ...scope, encoder: scope.encoder.withoutManagers };
}

/** Returns a response with a Status, in the negotiated format. */
export function successResponse(code: number, status: Status, negotiated: Negotiated): Response {
  return renderDocument(code, status, negotiated);
}

/** Returns a response with one object, in the negotiated format. */
export function objectResponse(
  scope: RequestScope,
  request: APIRequest,
  negotiated: Negotiated,
  status: number,
  object: APIObject,
): Promise<Response> {
  return inEncodingSpan(request, negotiated.mediaType, () => encodeObject(scope, request, negotiated, status, object));
}

async function encodeObject(
  given: RequestScope,
  request: APIRequest,
  negotiated: Negotiated,
  status: number,
  object: APIObject,
): Promise<Response> {
  const scope = shownScope(given, negotiated);
  const { mediaType, transform } = negotiated;
  const headers = { "content-type": mediaType };
  const binary = binaryEncoder(scope.encoder, mediaType);
  const table = (version: string) => tableOptions(scope, request, version);
  if (binary !== undefined) return { status, headers, body: binaryObject(scope, binary, transform, object, table) };
  if (transform === undefined && isPlainJSON(negotiated)) return { status, headers, body: scope.encoder.line(object) };
  const text =
    transform === undefined
      ? scope.encoder.object(object).toString("utf8")
      : transformObject(scope, request, transform, object);
  return largeTextResponse(status, text, negotiated, request.user.name);
}

/** Returns a response with a list, in the negotiated format. */
export function listResponse(
  scope: RequestScope,
  request: APIRequest,
  negotiated: Negotiated,
  list: ListedObjects,
): Promise<Response> {
  return inEncodingSpan(request, negotiated.mediaType, () => encodeList(scope, request, negotiated, list));
}

async function encodeList(
  given: RequestScope,
  request: APIRequest,
  negotiated: Negotiated,
  list: ListedObjects,
): Promise<Response> {
  const scope = shownScope(given, negotiated);
  const { mediaType, transform } = negotiated;
  const [status, headers] = [200, { "content-type": mediaType }];
  const binary = binaryEncoder(scope.encoder, mediaType);
  const table = (version: string) => tableOptions(scope, request, version);
  if (binary !== undefined) return { status, headers, body: binaryList(scope, binary, transform, list, table) };
  if (transform !== undefined)
    return largeTextResponse(status, transformList(scope, request, transform, list), negotiated, request.user.name);
  const body = scope.encoder.list(list);
  if (isPlainJSON(negotiated)) return { status, headers, body };
  return largeTextResponse(status, body.toString("utf8"), negotiated, request.user.name);
}

/**
 * Returns the JSON of an object's Table, which has one row, or of its metadata.
 * @param hasColumns false if the Table omits its column definitions
 */
export function transformObject(
  scope: RequestScope,
  request: Pick<APIRequest, "query">,
  { kind, version }: Transform,
  object: APIObject,
  hasColumns = true,
): string {
  if (kind === "PartialObjectMetadata") return jsonText(partialObject(scope.encoder.shown(object), version));
  if (kind === "PartialObjectMetadataList")
    throw newNotAcceptable(
      `you requested PartialObjectMetadataList, but the requested object is not a list (${scope.kind.kind})`,
    );
  const { resourceVersion } = object.metadata;
  return tableText(
    [object],
    resourceVersion === undefined ? {} : { resourceVersion },
    tableOptions(scope, request, version),
    hasColumns,
  );
}

function transformList(
  scope: RequestScope,
  request: APIRequest,
  { kind, version }: Transform,
  list: ListedObjects,
): string {
  if (kind === "PartialObjectMetadata")
    throw newNotAcceptable(
      `you requested PartialObjectMetadata, but the requested object is a list (${scope.listKind})`,
    );
  const metadata = listMetadataOf(list);
  if (kind === "Table") return tableText(list.items, metadata, tableOptions(scope, request, version));
  const head = jsonText({ kind, apiVersion: `meta.k8s.io/${version}`, metadata });
  return `${head.slice(0, -1)},"items":${listString(list.items, (item) => jsonText(partialObject(scope.encoder.shown(item), version)))}}`;
}

export function tableOptions(
  { table, encoder }: RequestScope,
  request: Pick<APIRequest, "query">,
  version: string,
): TableEncoding {
  return { version, include: includeObjectOf(request), convertor: table, encoder };
}

function isPlainJSON({ mediaType, pretty }: Negotiated): boolean {
  return mediaType === "application/json" && !pretty;
}
