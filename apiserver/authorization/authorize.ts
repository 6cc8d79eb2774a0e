import { goQuote, shortened } from "@apimachinery/runtime";
import { newForbidden, type StatusError } from "../errors/index.js";
import { failure } from "../errors/status-error.js";
import { escapeHTML } from "../http/messages.js";
import type { APIRequest } from "../request/api-request.js";
import type { Authorizer } from "../request/authorizer.js";

/**
 * Authorizes a request before its handler runs. The response to a forbidden request has a header
 * that prevents browsers from guessing its media type.
 * @throws StatusError 403
 */
export async function authorizeEarly(authorizers: readonly Authorizer[], request: APIRequest): Promise<void> {
  try {
    await authorize(authorizers, request);
  } catch (error) {
    request.responseHeaders["x-content-type-options"] = "nosniff";
    throw error;
  }
}

/**
 * Calls the authorizers in order, until one of them allows or denies the request.
 * @throws StatusError 403 unless one of them allows it
 */
export async function authorize(authorizers: readonly Authorizer[], request: APIRequest): Promise<void> {
  for (const authorizer of authorizers) {
    const decision = await authorizer(request);
    if (decision === "allow") return;
    if (decision === "deny") break;
  }
  throw forbidden(request);
}

function forbidden({ user, info }: APIRequest): StatusError {
  const who = `User ${goQuote(shortened(user.name))} cannot ${shortened(info.verb)}`;
  if (!info.isResourceRequest) {
    const message = `forbidden: ${who} path ${goQuote(shortened(info.path))}`;
    return failure({ code: 403, reason: "Forbidden", message: escapeHTML(message), details: {} });
  }
  const group = shortened(info.group);
  const plural = shortened(info.resource);
  const resource = info.subresource === "" ? plural : `${plural}/${shortened(info.subresource)}`;
  const where =
    info.namespace === "" ? "at the cluster scope" : `in the namespace ${goQuote(shortened(info.namespace))}`;
  const why = `${who} resource ${goQuote(resource)} in API group ${goQuote(group)} ${where}`;
  return newForbidden({ group, name: plural }, info.name, escapeHTML(why));
}
