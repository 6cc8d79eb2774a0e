import {
  goQuote,
  groupVersionString,
  stringifyJSON,
  type Status,
  type JSONObject,
  type ObjectMeta,
} from "@apimachinery/runtime";
import { newBadRequest, newInternalError, StatusError } from "../../errors/index.js";
import type { HandledKind, HandledKinds } from "../handled-kinds.js";
import { ReviewNotes } from "./admission-attributes.js";
import { readAdmissionReview, type AdmissionRequest, objectIn } from "./admission-request.js";
import { answerLimit } from "./answer-limit.js";
import type { PatchOperation } from "./create-json-patch.js";
import { mutate, type Deciders, hubObject } from "./mutate.js";
import { validateReview } from "./validate.js";
import { losesOnlyFinalizers } from "../../registry/deletion.js";
import { isJSONObject } from "./json-object.js";

/** Subresources whose requests contain the object of the resource itself. */
const ofObject: readonly string[] = ["", "status"];

/**
 * Processes an AdmissionReview. Returns the response, and whether it allows the request.
 * @throws StatusError 400 for a body that is not an AdmissionReview
 * @throws Error if a strategy or a plugin has an error; the failure policy of the webhook then
 * decides
 */
export async function answerAdmission(
  role: "mutate" | "validate",
  deciders: Deciders,
  body: string,
): Promise<{ readonly answer: object; readonly isAllowed: boolean }> {
  const { apiVersion, request } = readAdmissionReview(body);
  const { uid } = request;
  const notes = new ReviewNotes();
  const status = await refusalOf(async () => {
    const handled = handledKind(deciders, request);
    // Other subresources, such as scale, contain no object of the group, so they are allowed
    // without a check.
    if (handled === undefined || isUnreadableRemoval(deciders.kinds, handled, request)) return "";
    if (role === "mutate") return patchText(await mutate(deciders, handled, request, notes));
    await validateReview(deciders, handled, request, notes);
    return "";
  });
  const { warnings, annotations } = notes;
  const response = {
    uid,
    allowed: status.refused === undefined,
    ...(status.refused === undefined ? {} : { status: status.refused }),
    ...patchOf(status.patch),
    ...(Object.keys(annotations).length === 0 ? {} : { auditAnnotations: annotations }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  return { answer: { kind: "AdmissionReview", apiVersion, response }, isAllowed: response.allowed };
}

/**
 * Returns the kind of a reviewed request; undefined if the request contains no object of the
 * groups.
 * @throws StatusError 400 for a kind that does not belong to the groups of the webhook
 */
function handledKind({ kinds }: Deciders, request: AdmissionRequest): HandledKind | undefined {
  const { kind, subResource = "", operation } = request;
  if (operation === "CONNECT" || !ofObject.includes(subResource)) return undefined;
  const handled = kinds.find(kind);
  if (handled !== undefined) return handled;
  throw newBadRequest(
    `unexpected type: no kind ${goQuote(kind.kind)} in version ${goQuote(groupVersionString(kind))} is handled by this webhook`,
  );
}

interface Decision {
  readonly refused?: Status;
  /** Changes of the object as a JSON patch; empty if nothing changes. */
  readonly patch: string;
}

async function refusalOf(decide: () => Promise<string>): Promise<Decision> {
  try {
    return { patch: await decide() };
  } catch (error) {
    if (error instanceof StatusError) return { refused: error.status, patch: "" };
    throw error;
  }
}

function patchOf(patch: string): object {
  return patch === "" ? {} : { patch: Buffer.from(patch).toString("base64"), patchType: "JSONPatch" };
}

/**
 * Returns a patch as JSON; an empty string for a patch without operations.
 * @throws StatusError 500 for a patch that is too large
 */
function patchText(patch: readonly PatchOperation[]): string {
  const text = patch.length === 0 ? "" : stringifyJSON(patch);
  if (Buffer.byteLength(text) > answerLimit)
    throw newInternalError(`the changes of the object have more than ${answerLimit} bytes`);
  return text;
}

/**
 * Reports whether a request only removes finalizers from an object that is being deleted and does
 * not fit its type, for example because the type has changed. Such a request is allowed without a
 * check: plugins cannot get an object that does not fit its type, and a refusal would prevent the
 * deletion from completing.
 */
function isUnreadableRemoval(kinds: HandledKinds, handled: HandledKind, request: AdmissionRequest): boolean {
  const [object, old] = [objectIn(request.object), objectIn(request.oldObject)];
  if (request.subResource || object === undefined || old === undefined) return false;
  const isRemoval = losesOnlyFinalizers(withMetadata(object), withMetadata(old), handled.strategy.separatesStatus);
  return isRemoval && ![object, old].every((sent) => canRead(kinds, handled, request, sent));
}

/**
 * Returns a copy of an object. Its metadata is `{}` if it has none. The fields of the metadata are
 * not checked, because the API server has checked them.
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
