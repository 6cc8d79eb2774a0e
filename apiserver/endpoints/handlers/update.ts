import type { Response } from "../../http/types.js";
import { wipeSystemFields } from "../../registry/before-write.js";
import type { APIObject } from "../../request/api-object.js";
import type { APIRequest } from "../../request/api-request.js";
import { deduplicateOwnerReferences } from "../owner-references.js";
import { negotiateResource, objectResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { writeOptions } from "../write-options.js";
import { applyUpdate, checkName, decodeRequest, placeInNamespace, trackFields } from "./write-steps.js";

/**
 * Handles a PUT: replaces the stored object by the object of the request. Creates the object if it
 * is missing and the strategy of its kind allows this.
 */
export async function updateObject(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const options = writeOptions(request.query, "UpdateOptions");
  const validation = scope.newValidation();
  const received = await decodeRequest(scope, request, options, validation);

  placeInNamespace(scope, request, received);
  checkName(request.info.name, received);
  deduplicateOwnerReferences(received.metadata, request, "as sent");

  const make = (current: APIObject | undefined) => {
    const next = scope.scheme.copy(received);
    if (current === undefined) wipeSystemFields(next.metadata);
    trackFields(scope, current, next, options, request);
    return next;
  };
  const uid = received.metadata.uid || undefined;
  const { object, isNew } = await applyUpdate(scope, request, options, validation, make, { uid });
  return objectResponse(scope, request, negotiated, isNew ? 201 : 200, object);
}
