import type { Operation } from "../plugin.js";

/** Type of a webhook in metrics. */
export type ObservedType = "admit" | "validating";

/** Reason of a refusal in metrics. */
export type RejectionType = "calling_webhook_error" | "apiserver_internal_error" | "no_error";

/** Counts the calls of webhooks. */
export interface WebhookObserver {
  called(
    call: Readonly<{ name: string; type: ObservedType; operation: Operation; code: number; isRejected: boolean }>,
    seconds: number,
  ): void;
  rejected(
    call: Readonly<{
      name: string;
      type: ObservedType;
      operation: Operation;
      code: number;
      error: RejectionType;
    }>,
  ): void;
  /** Counts a webhook that could not be called, and whose failure policy is `Ignore`. */
  failedOpen(name: string, type: ObservedType): void;
  /** Counts a webhook whose match conditions could not be evaluated. */
  unevaluated(name: string, type: ObservedType, operation: Operation): void;
}

/** Counts nothing. */
export const noObserver: WebhookObserver = {
  called: () => undefined,
  rejected: () => undefined,
  failedOpen: () => undefined,
  unevaluated: () => undefined,
};
