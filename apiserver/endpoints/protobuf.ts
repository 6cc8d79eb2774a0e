import {
  CodecFactory,
  groupVersionString,
  jsonText,
  parseGroupVersion,
  type RuntimeObject,
  type Status,
} from "@apimachinery/runtime";
import { decodeProtobuf, encodeProtobuf } from "@apimachinery/runtime/protobuf";
import { newInternalError, newNotAcceptable } from "../errors/index.js";
import type { Transform } from "../negotiation/negotiate.js";
import type { ObjectList } from "../registry/list-reader.js";
import type { APIObject } from "../request/api-object.js";
import { listMetadata } from "./object-encoder.js";
import type { RequestScope } from "./scope.js";
import { partialObject } from "./table/table.js";

/** Reports whether a resource has generated protobuf, for its kind and for its lists. */
export function hasProtobuf({ scheme, kind, listKind, groupVersion }: RequestScope): boolean {
  const { protobuf } = scheme;
  const list = listKind === "" || protobuf.find({ ...groupVersion, kind: listKind }) !== undefined;
  return list && protobuf.find(kind) !== undefined;
}

/**
 * Returns the body of a request as JSON.
 * @throws MalformedProtobufError for bytes that are not an object
 */
export function jsonOfProtobufBody({ scheme, kind }: RequestScope, body: Buffer, defaults = kind): string {
  const object = decodeProtobuf(scheme, body, defaults);
  const gvk = { ...parseGroupVersion(object.apiVersion), kind: object.kind };
  // Options of deletions are known to every scheme, but not registered. Their JSON is the same.
  return scheme.recognizes(gvk) ? new CodecFactory(scheme).encoderForVersion(gvk).encode(object) : jsonText(object);
}

/** Returns an object, or its metadata if `transform` asks for it, as protobuf. */
export function protobufObject(scope: RequestScope, transform: Transform | undefined, object: APIObject): Buffer {
  if (transform === undefined) return encoded(scope, versioned(scope, object));
  if (transform.kind !== "PartialObjectMetadata")
    throw newNotAcceptable(
      `you requested ${transform.kind}, but the requested object is not a list (${scope.kind.kind})`,
    );
  return encoded(scope, partialObject(scope.encoder.shown(object), transform.version));
}

/** Returns a list, or the metadata of its items if `transform` asks for it, as protobuf. */
export function protobufList(scope: RequestScope, transform: Transform | undefined, list: ObjectList): Buffer {
  const metadata = listMetadata(list);
  if (transform === undefined) {
    const items = list.items.map((item) => versioned(scope, item));
    return encoded(scope, {
      kind: scope.listKind,
      apiVersion: groupVersionString(scope.groupVersion),
      metadata,
      items,
    });
  }
  if (transform.kind !== "PartialObjectMetadataList")
    throw newNotAcceptable(`you requested ${transform.kind}, but the requested object is a list (${scope.listKind})`);
  const items = list.items.map((item) => partialObject(scope.encoder.shown(item), transform.version));
  return encoded(scope, { kind: transform.kind, apiVersion: `meta.k8s.io/${transform.version}`, metadata, items });
}

/** Returns a Status as protobuf. */
export function protobufStatus(scope: RequestScope, status: Status): Buffer {
  return encoded(scope, { ...status, apiVersion: "v1", kind: "Status" });
}

function versioned(scope: RequestScope, object: APIObject): RuntimeObject {
  return scope.scheme.unsafeConvertToVersion(scope.encoder.shown(object), scope.kind);
}

function encoded(
  { scheme }: RequestScope,
  object: RuntimeObject & { readonly metadata?: unknown; readonly items?: unknown },
): Buffer {
  try {
    const { buffer, byteOffset, byteLength } = encodeProtobuf(scheme, object);
    return Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    throw newInternalError((error as Error).message);
  }
}
