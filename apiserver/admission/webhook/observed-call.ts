import type { Logger } from "../../logging/logger.js";
import type { Operation } from "../plugin.js";
import type { Hook } from "./hook.js";
import type { ObservedType, WebhookObserver } from "./observer.js";
import { CallError, Rejection } from "./webhook-errors.js";

/** Properties of a webhook call for metrics. */
export interface ObservedCall {
  readonly hook: Hook;
  readonly type: ObservedType;
  readonly operation: Operation;
}

/**
 * Runs a call of a webhook, and records its duration and its result in metrics. If the webhook
 * cannot be called and its failures are ignored, calls `failedOpen` and returns undefined.
 * @throws StatusError if the webhook refuses the request, or if the call fails and failures are not
 *   ignored
 */
export async function observedCall<T>(
  { observer, log }: { readonly observer: WebhookObserver; readonly log: Logger },
  { hook, type, operation }: ObservedCall,
  call: () => Promise<T>,
  failedOpen: () => void,
): Promise<T | undefined> {
  const since = performance.now();
  const { name } = hook;
  const called = (code: number, isRejected: boolean) => {
    observer.called({ name, type, operation, code, isRejected }, (performance.now() - since) / 1000);
  };
  try {
    const result = await call();
    called(200, false);
    return result;
  } catch (error) {
    const { code, type: kind } = failureOf(error);
    const isRejected = !(error instanceof CallError && hook.ignoresFailures);
    if (isRejected) observer.rejected({ name, type, operation, code, error: kind });
    called(code, isRejected);
    if (error instanceof Rejection) throw error.status;
    if (!(error instanceof CallError)) throw error;
    if (isRejected) throw error.asStatus();
    log(`Failed calling webhook, failing open ${name}`, error);
    observer.failedOpen(name, type);
    failedOpen();
    return undefined;
  }
}

function failureOf(error: unknown): {
  readonly code: number;
  readonly type: "calling_webhook_error" | "no_error" | "apiserver_internal_error";
} {
  if (error instanceof CallError) return { code: error.code, type: "calling_webhook_error" };
  if (error instanceof Rejection) return { code: error.status.code, type: "no_error" };
  return { code: 0, type: "apiserver_internal_error" };
}
