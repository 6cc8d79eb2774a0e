import { groupVersionString, type GroupVersionKind, type RuntimeObject, type Scheme } from "@apimachinery/runtime";
import { newInternalError, newNotAcceptable } from "../errors/index.js";
import type { Transform } from "../negotiation/negotiate.js";
import { protobufOf } from "../negotiation/protobuf-document.js";
import type { ObjectList } from "../registry/list-reader.js";
import type { APIObject } from "../request/api-object.js";
import { listMetadata } from "./object-encoder.js";
import type { RequestScope } from "./scope.js";
import { partialObject } from "./table/table.js";

/**
 * Reports whether a scheme has generated protobuf for all kinds that a resource needs: its kind,
 * and the kind of its lists if it has lists.
 */
export function hasProtobuf({ protobuf }: Scheme, ...kinds: readonly GroupVersionKind[]): boolean {
  return kinds.every((kind) => protobuf.find(kind) !== undefined);
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

function versioned(scope: RequestScope, object: APIObject): RuntimeObject {
  return scope.scheme.unsafeConvertToVersion(scope.encoder.shown(object), scope.kind);
}

function encoded(
  { scheme }: RequestScope,
  object: RuntimeObject & { readonly metadata?: unknown; readonly items?: unknown },
): Buffer {
  try {
    return protobufOf(scheme, object);
  } catch (error) {
    throw newInternalError((error as Error).message);
  }
}
