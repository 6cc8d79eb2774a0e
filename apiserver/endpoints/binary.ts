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
 * Reports whether a scheme has generated protobuf for all kinds that a resource needs: its kind,
 * and the kind of its lists if it has lists.
 */
export function hasProtobuf({ protobuf }: Scheme, ...kinds: readonly GroupVersionKind[]): boolean {
  return kinds.every((kind) => protobuf.find(kind) !== undefined);
}

/** Returns the encoder for a binary media type; undefined for another one. */
export function binaryEncoder(encoder: ObjectEncoder, mediaType: MediaType): BinaryEncoder | undefined {
  if (mediaType === protobufType) return encoder.protobuf;
  return mediaType === "application/cbor" ? encoder.cbor : undefined;
}

/** Returns an object, or its Table or metadata if `transform` asks for it. */
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

/** Returns a list, or its Table or the metadata of its items if `transform` asks for it. */
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

/** @throws StatusError for a list that is too large */
function limited(list: Buffer): Buffer {
  checkListSize(list.length);
  return list;
}

/** A Table is never protobuf. */
function inCBOR(value: object): Buffer {
  return bufferOf(encodeUnordered(value));
}
