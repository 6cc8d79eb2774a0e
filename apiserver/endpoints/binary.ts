import type { GroupVersionKind, Scheme } from "@apimachinery/runtime";
import { encodeUnordered } from "@apimachinery/runtime/cbor";
import { newNotAcceptable } from "../errors/index.js";
import { protobufType, type MediaType } from "../negotiation/media-types.js";
import type { Transform } from "../negotiation/negotiate.js";
import type { ListedObjects } from "../registry/list-reader.js";
import type { APIObject } from "../request/api-object.js";
import { bufferOf } from "../util/buffer-of.js";
import type { BinaryEncoder } from "./binary-encoder.js";
import { checkListSize } from "./list-limit.js";
import { listMetadataOf, type ObjectEncoder } from "./object-encoder.js";
import type { RequestScope } from "./scope.js";
import { partialObject, tableOf, type TableEncoding } from "./table/table.js";

/**
 * Reports whether a scheme has generated protobuf for all given kinds, such as the kind of a
 * resource and the kind of its lists.
 */
export function hasProtobuf({ protobuf }: Scheme, ...kinds: readonly GroupVersionKind[]): boolean {
  return kinds.every((kind) => protobuf.find(kind) !== undefined);
}

/** Returns the encoder for a binary media type; undefined for any other media type. */
export function binaryEncoder(encoder: ObjectEncoder, mediaType: MediaType): BinaryEncoder | undefined {
  if (mediaType === protobufType) return encoder.protobuf;
  return mediaType === "application/cbor" ? encoder.cbor : undefined;
}

/** Encodes an object. If `transform` is set, encodes its Table or its metadata instead. */
export function binaryObject(
  scope: RequestScope,
  encoder: BinaryEncoder,
  transform: Transform | undefined,
  object: APIObject,
  table: (version: string) => TableEncoding,
  hasColumns = true,
): Buffer {
  if (transform === undefined) return encoder.object(object);
  const { kind, version } = transform;
  if (kind === "PartialObjectMetadata") return encoder.metaObject(partialObject(scope.encoder.shown(object), version));
  if (kind !== "Table")
    throw newNotAcceptable(`you requested ${kind}, but the requested object is not a list (${scope.kind.kind})`);
  const { resourceVersion } = object.metadata;
  const metadata = resourceVersion === undefined ? {} : { resourceVersion };
  return inCBOR(tableOf([object], metadata, table(version), hasColumns));
}

/**
 * Encodes a list. If `transform` is set, encodes its Table or the metadata of its items instead.
 */
export function binaryList(
  scope: RequestScope,
  encoder: BinaryEncoder,
  transform: Transform | undefined,
  list: ListedObjects,
  table: (version: string) => TableEncoding,
): Buffer {
  const metadata = listMetadataOf(list);
  if (transform === undefined) return encoder.list(list, metadata);
  const { kind, version } = transform;
  if (kind === "Table") return limited(inCBOR(tableOf(list.items, metadata, table(version))));
  if (kind !== "PartialObjectMetadataList")
    throw newNotAcceptable(`you requested ${kind}, but the requested object is a list (${scope.listKind})`);
  const items = list.items.map((item) => partialObject(scope.encoder.shown(item), version));
  const document = { kind, apiVersion: `meta.k8s.io/${version}`, metadata, items };
  return limited(encoder.metaObject(document));
}

/**
 * Checks the size of an encoded list and returns the list.
 * @throws StatusError 413 for a list that is too large
 */
function limited(list: Buffer): Buffer {
  checkListSize(list.length);
  return list;
}

/** Encodes a Table as CBOR. Kubernetes does not have Tables in protobuf. */
function inCBOR(value: object): Buffer {
  return bufferOf(encodeUnordered(value));
}
