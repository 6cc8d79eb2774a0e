import { randomUUID } from "node:crypto";
import type { HTTPRequest } from "../http/types.js";
import { requestLimits } from "../http/request-limits.js";

/** The id under which a request is found in logs: the client's own, or a new one. */
export function auditIDOf(header: HTTPRequest["header"]): string {
  const given = header("audit-id");
  return given === undefined || given === "" ? randomUUID() : given.slice(0, requestLimits.auditIDCharacters);
}
