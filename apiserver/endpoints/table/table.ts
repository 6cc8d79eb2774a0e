import { goQuote, jsonText, type IncludeObjectPolicy } from "@apimachinery/runtime";
import { EncodedItem } from "@apimachinery/runtime/cbor";
import { newBadRequest } from "../../errors/index.js";
import type { HTTPRequest } from "../../http/types.js";
import type { APIObject } from "../../request/api-object.js";
import { checkListSize, listString } from "../list-limit.js";
import type { ObjectEncoder } from "../object-encoder.js";
import type { TableConvertor } from "../../registry/table-convertor.js";

/**
 * Returns the value of the query parameter `includeObject`, which selects the part of the object
 * that each row contains in addition to its cells.
 * @throws StatusError 400 for an unknown value
 */
export function includeObjectOf(request: Pick<HTTPRequest, "query">): IncludeObjectPolicy {
  const policy = request.query.get("includeObject") ?? "";
  if (policy === "") return "Metadata";
  if (policy === "None" || policy === "Metadata" || policy === "Object") return policy;
  const why = "must be 'Metadata', 'Object', 'None', or empty";
  throw newBadRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${goQuote(policy)}: ${why}`,
  );
}

export interface TableEncoding {
  readonly version: string;
  readonly include: IncludeObjectPolicy;
  readonly convertor: TableConvertor;
  readonly encoder: ObjectEncoder;
}

/**
 * Returns a Table as JSON.
 * @param hasColumns false if the Table omits its column definitions, because the client has
 *   received them with an earlier event of the watch
 */
export function tableText(
  objects: readonly APIObject[],
  metadata: object,
  options: TableEncoding,
  hasColumns = true,
): string {
  const head = jsonText({
    kind: "Table",
    apiVersion: `meta.k8s.io/${options.version}`,
    metadata,
    columnDefinitions: hasColumns ? options.convertor.columns : null,
  });
  const row = (object: APIObject) =>
    `{"cells":${jsonText(options.convertor.cells(object))},"object":${includedText(object, options)}}`;
  return `${head.slice(0, -1)},"rows":${listString(objects, row)}}`;
}

/**
 * Returns a Table as a value for the CBOR encoder. It contains the objects of its rows as encoded
 * CBOR.
 */
export function tableOf(
  objects: readonly APIObject[],
  metadata: object,
  options: TableEncoding,
  hasColumns = true,
): object {
  const { convertor, version } = options;
  let size = 0;
  const rows = objects.map((object) => {
    const bytes = includedCBOR(object, options);
    checkListSize((size += bytes.length));
    return { cells: convertor.cells(object), object: bytes.length === 0 ? null : new EncodedItem(bytes) };
  });
  return {
    kind: "Table",
    apiVersion: `meta.k8s.io/${version}`,
    metadata,
    columnDefinitions: hasColumns ? convertor.columns : null,
    rows,
  };
}

/**
 * Returns the object or the metadata that a row contains, as CBOR; an empty buffer if it contains
 * neither.
 */
function includedCBOR(object: APIObject, { include, encoder, version }: TableEncoding): Buffer {
  if (include === "None") return Buffer.alloc(0);
  return include === "Metadata"
    ? encoder.cbor.metaObject(partialObject(encoder.shown(object), version))
    : encoder.cbor.object(object);
}

/**
 * Returns a PartialObjectMetadata with the metadata of an object.
 * @param version version of meta.k8s.io
 */
export function partialObject(
  object: APIObject,
  version: string,
): { readonly kind: string; readonly apiVersion: string; readonly metadata: object } {
  return { kind: "PartialObjectMetadata", apiVersion: `meta.k8s.io/${version}`, metadata: object.metadata };
}

function includedText(object: APIObject, { include, encoder, version }: TableEncoding): string {
  if (include === "None") return "null";
  return include === "Metadata"
    ? jsonText(partialObject(encoder.shown(object), version))
    : encoder.object(object).toString("utf8");
}
