import type { AuditConfig } from "../audit/audit-config.js";
import { RequestAudit } from "../audit/request-audit.js";
import { StatusError } from "../errors/index.js";
import { internalServerError } from "../http/messages.js";
import type { Response, Sink } from "../http/types.js";
import type { APIRequest, User } from "../request/api-request.js";
import { isLongRunning } from "./long-running.js";
import type { RequestFilter } from "./filter.js";
import { shortened } from "@apimachinery/runtime";

/** Creates the audit events of requests, as the audit policy requires (Go: WithAudit). */
export const auditFilter: RequestFilter = (next, { audit }) => {
  if (audit === undefined) return next;
  return async (request) => {
    const record = auditOf(audit, request);
    if (record === undefined) return next(request);
    if (!(await record.process("RequestReceived"))) {
      audit.metrics.rejected();
      return internalServerError(shortened(request.uri), "failed to store audit event");
    }
    request.audit = record;
    let response: Response;
    try {
      response = await next(request);
    } catch (error) {
      await failed(record, error, isLongRunning(request));
      throw error;
    }
    record.responded(response.status);
    if (isLongRunning(request)) await record.process("ResponseStarted");
    if (typeof response.body === "function") return { ...response, body: auditedStream(record, response.body) };
    await record.process("ResponseComplete");
    return response;
  };
};

/** Returns the audit of a request; undefined if the policy does not select the request. */
function auditOf(audit: AuditConfig, request: APIRequest): RequestAudit | undefined {
  const decision = audit.evaluate(request);
  audit.metrics.level(decision.level);
  return decision.level === "None" ? undefined : new RequestAudit(audit, decision, request);
}

/** User of a request that failed before its user was known. */
const unknown: User = { name: "", groups: [], extra: {} };

/**
 * Creates the audit event of a request that an earlier filter has refused, for example because its
 * credentials are invalid (Go: WithFailedAuthenticationAudit).
 */
export async function auditRefused(audit: AuditConfig | undefined, request: APIRequest, error: unknown): Promise<void> {
  if (audit === undefined || !(error instanceof StatusError)) return;
  const record = auditOf(audit, { ...request, user: unknown });
  record?.respondedError(error.status);
  await record?.process("ResponseStarted");
}

/** Creates the last event of a request whose handler has thrown an error. */
async function failed(record: RequestAudit, error: unknown, isLong: boolean): Promise<void> {
  if (error instanceof StatusError) {
    record.respondedError(error.status);
    if (isLong) await record.process("ResponseStarted");
    await record.process("ResponseComplete");
    return;
  }
  record.panicked(error);
  await record.process("Panic");
}

/** Creates the last event when the stream ends or its client disconnects. */
function auditedStream(record: RequestAudit, body: (sink: Sink) => void): (sink: Sink) => void {
  return (sink) => {
    let completed: Promise<boolean> | undefined;
    const complete = () => (completed ??= record.process("ResponseComplete"));
    if (sink.closed.aborted) void complete();
    else sink.closed.addEventListener("abort", () => void complete(), { once: true });
    body({
      write: (chunk) => sink.write(chunk),
      onDrain: (then) => {
        sink.onDrain(then);
      },
      // The event is stored before the client sees the end of the stream.
      end: () =>
        void complete().then(() => {
          sink.end();
        }),
      stop: () => {
        sink.stop();
      },
      closed: sink.closed,
    });
  };
}
