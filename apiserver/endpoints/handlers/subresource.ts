import type { Status } from "@apimachinery/runtime";
import { runValidation } from "../../admission/plugin.js";
import type { Response } from "../../http/types.js";
import { wipeSystemFields } from "../../registry/before-write.js";
import {
  changeObject,
  checkRequest,
  completed,
  shownSubresource,
  type SubresourceConfig,
} from "../../registry/subresource-store.js";
import type { APIRequest } from "../../request/api-request.js";
import { negotiateResource, objectResponse, successResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { writeOptions } from "../write-options.js";
import { attributes } from "./attributes.js";
import { storeContext } from "./context-of.js";
import { admitObject, decodeRequest, placeInNamespace, trackingParent } from "./write-steps.js";

/** Handles a GET of a custom subresource. */
export async function getSubresource(
  config: SubresourceConfig,
  scope: RequestScope,
  request: APIRequest,
): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const { namespace, name } = request.info;
  const object = await scope.store.get(namespace, name, request.query.get("resourceVersion") ?? "");
  const shown = await shownSubresource(config, storeContext(request, { isDryRun: false }), object);
  return objectResponse(scope, request, negotiated, 200, shown);
}

/**
 * Handles a POST of a custom subresource: the strategy executes the action that the object in the
 * request describes. The steps are those of `createObject`.
 */
export async function createSubresource(
  config: SubresourceConfig,
  scope: RequestScope,
  request: APIRequest,
): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const options = writeOptions(request.query, "CreateOptions");
  const validation = scope.newValidation();
  const asked = await decodeRequest(scope, request, options, validation);
  placeInNamespace(scope, request, asked);
  const { namespace, name } = request.info;
  if ((asked.metadata.name ?? "") === "") asked.metadata.name = name;
  wipeSystemFields(asked.metadata);

  await admitObject(scope, attributes(scope, request, "CREATE", options, asked, undefined), asked);
  const context = { ...storeContext(request, options), validation, ...trackingParent(scope, options, request) };
  checkRequest(config, context, asked, undefined);
  await runValidation(scope.admission, attributes(scope, request, "CREATE", options, asked, undefined));

  const object = await scope.store.get(namespace, name, "");
  const result = await config.given.create?.(context, object, asked, changeObject(config, context, name));
  if (result === undefined) return successResponse(201, success, negotiated);
  const place = { name, ...(namespace === "" ? {} : { namespace }) };
  return objectResponse(scope, request, negotiated, 201, completed(config.hub, result, { ...object, metadata: place }));
}

/** As in Go, the code in the Status equals the status code of the response. */
const success: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
