import type { JSONObject, ObjectMeta } from "@apimachinery/runtime";
import { losesOnlyFinalizers } from "../../registry/deletion.js";
import type { HandledKind, HandledKinds } from "../handled-kinds.js";
import { objectIn, type AdmissionRequest } from "./admission-request.js";
import { isJSONObject } from "./json-object.js";
import { hubObject } from "./mutate.js";

/**
 * Reports whether a request only removes finalizers from an object that is being deleted and does
 * not fit its type, for example because the type has changed. Such a request is allowed without a
 * check: plugins cannot get an object that does not fit its type, and a refusal would prevent the
 * deletion from completing.
 */
export function isUnreadableRemoval(kinds: HandledKinds, handled: HandledKind, request: AdmissionRequest): boolean {
  const [object, old] = [objectIn(request.object), objectIn(request.oldObject)];
  if (request.subResource || object === undefined || old === undefined) return false;
  const isRemoval = losesOnlyFinalizers(withMetadata(object), withMetadata(old), handled.strategy.separatesStatus);
  return isRemoval && ![object, old].every((sent) => canRead(kinds, handled, request, sent));
}

/**
 * Returns an object with the type of its metadata. The cast is safe, because the API server has
 * checked the metadata.
 */
function withMetadata(object: JSONObject): { readonly metadata: ObjectMeta } {
  const { metadata } = object;
  return { ...object, metadata: isJSONObject(metadata) ? metadata : {} };
}

function canRead(kinds: HandledKinds, handled: HandledKind, { kind }: AdmissionRequest, sent: JSONObject): boolean {
  try {
    hubObject(kinds, handled, kind, sent);
    return true;
  } catch {
    return false;
  }
}
