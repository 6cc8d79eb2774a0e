import type { GroupVersionKind } from "@apimachinery/runtime";
import type { Response } from "../http/types.js";
import type { Negotiated } from "../negotiation/negotiate.js";
import type { ListedItems } from "../registry/list-reader.js";
import type { KeyValue } from "../storage/index.js";
import { checkListSize } from "./list-limit.js";
import { listMetadataOf } from "./object-encoder.js";
import type { RequestScope } from "./scope.js";

/**
 * Reports whether the response can be built from stored bytes by adding only the resourceVersion,
 * without decoding objects. This is possible for compact JSON of the whole object in the storage
 * version, if the store does not decorate objects.
 */
export function sendsStored(
  { kind, store }: RequestScope,
  { mediaType, pretty, transform, dropsManagers }: Negotiated,
): boolean {
  return (
    mediaType === "application/json" &&
    !pretty &&
    transform === undefined &&
    dropsManagers === undefined &&
    isStoredKind(kind, store.codec.storedKind) &&
    !store.decorates
  );
}

/**
 * Reports whether a list can be built from stored bytes. This is not possible if its items must
 * have kind and apiVersion.
 */
export function sendsStoredItems(scope: RequestScope, negotiated: Negotiated): boolean {
  return !scope.store.strategy.listItemsHaveKind && sendsStored(scope, negotiated);
}

function isStoredKind(kind: GroupVersionKind, stored: GroupVersionKind): boolean {
  return kind.version === stored.version && kind.kind === stored.kind && kind.group === stored.group;
}

export function storedObjectResponse({ store: { codec }, encoder }: RequestScope, item: KeyValue): Response {
  return jsonResponse(codec.text.has(item) ? codec.text.line(item) : encoder.line(codec.decode(item)));
}

/**
 * Returns the response of a list. The whole list is written into one buffer, which responses with
 * the same list share.
 */
export function storedListResponse({ store: { codec }, encoder }: RequestScope, list: ListedItems<KeyValue>): Response {
  const { text } = codec;
  const head = encoder.listHead(listMetadataOf(list));
  const shared = text.lists.find(list.items, head);
  if (shared !== undefined) return jsonResponse(shared);
  // Objects whose stored bytes cannot be sent are encoded first, because the size of the buffer
  // must be known before it is allocated.
  const others = new Map<KeyValue, Buffer>();
  let size = head.length + listTail.length;
  for (const item of list.items) {
    if (text.has(item)) size += text.itemSize(item) + 1;
    else {
      const bytes = encoder.listItem(codec.decode(item));
      others.set(item, bytes);
      size += bytes.length + 1;
    }
    checkListSize(size);
  }
  const body = Buffer.allocUnsafe(size);
  let at = head.copy(body);
  for (const [index, item] of list.items.entries()) {
    if (index > 0) body[at++] = comma;
    const other = others.get(item);
    at = other === undefined ? text.itemInto(body, at, item) : at + other.copy(body, at);
  }
  at += listTail.copy(body, at);
  return jsonResponse(text.lists.add(list.items, head, body.subarray(0, at)));
}

function jsonResponse(body: Buffer): Response {
  return { status: 200, headers: { "content-type": "application/json" }, body };
}

const comma = ",".charCodeAt(0);
const listTail = Buffer.from("]}\n");
