import { goQuote } from "@apimachinery/runtime";
import type { AuditEvent } from "./event.js";

/**
 * Returns some fields of an event as one line of text, in the format `legacy` of the audit log (Go:
 * audit.EventString).
 */
export function eventLine(event: AuditEvent): string {
  const { user, impersonatedUser, objectRef, responseStatus } = event;
  const groups = user.name === "" || user.groups.length === 0 ? "<none>" : list(user.groups);
  const namespace = objectRef?.namespace ?? "";
  const fields = {
    id: event.auditID,
    stage: event.stage,
    ip: event.sourceIPs[0] ?? "<unknown>",
    method: event.verb,
    user: user.name === "" ? "<none>" : user.name,
    groups,
    as: impersonatedUser?.name ?? "<self>",
    asgroups: impersonatedUser === undefined ? "<lookup>" : list(impersonatedUser.groups),
    "user-agent": event.userAgent,
    namespace: namespace === "" ? "<none>" : namespace,
    uri: event.requestURI,
  };
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${goQuote(value)}`);
  const response = responseStatus === undefined ? "<deferred>" : String(responseStatus.code ?? 0);
  return `${nanoTime(event.requestReceivedTimestamp)} AUDIT: ${shown.join(" ")} response="${response}"`;
}

function list(texts: readonly string[]): string {
  return texts.map(goQuote).join(",");
}

/** Converts a MicroTime to RFC3339Nano, which omits trailing zeros of the fraction. */
function nanoTime(text: string): string {
  return text.replace(/\.?0+Z$/, "Z");
}
