import { goQuote, shortened } from "@apimachinery/runtime";
import { newForbidden, type StatusError } from "../errors/index.js";
import { failure } from "../errors/status-error.js";
import { escapeHTML } from "../http/messages.js";
import type { AuthorizationAttributes } from "../request/authorizer.js";

/** Returns the error for a request that is not allowed (Go: ForbiddenStatusError). */
export function forbiddenStatus({ user, info }: AuthorizationAttributes, reason = ""): StatusError {
  const who = `User ${goQuote(shortened(user.name))} cannot ${shortened(info.verb)}`;
  const because = reason === "" ? "" : `: ${reason}`;
  if (!info.isResourceRequest) {
    const message = `forbidden: ${who} path ${goQuote(shortened(info.path))}`;
    return failure({ code: 403, reason: "Forbidden", message: `${escapeHTML(message)}${because}`, details: {} });
  }
  const group = shortened(info.group);
  const plural = shortened(info.resource);
  const resource = info.subresource === "" ? plural : `${plural}/${shortened(info.subresource)}`;
  const where =
    info.namespace === "" ? "at the cluster scope" : `in the namespace ${goQuote(shortened(info.namespace))}`;
  const why = `${who} resource ${goQuote(resource)} in API group ${goQuote(group)} ${where}`;
  return newForbidden({ group, name: plural }, info.name, `${escapeHTML(why)}${because}`);
}
