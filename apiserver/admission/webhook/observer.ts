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
  /** Counts a match condition whose evaluation failed. */
  unevaluated(name: string, type: ObservedType, operation: Operation): void;
  /** Counts a webhook that its match conditions exclude. */
  excluded(name: string, type: ObservedType, operation: Operation): void;
  /** Measures the evaluation of the match conditions of a webhook. */
  evaluated(name: string, type: ObservedType, operation: Operation, seconds: number): void;
}

/** Counts nothing. */
export const noObserver: WebhookObserver = {
  called: () => undefined,
  rejected: () => undefined,
  failedOpen: () => undefined,
  unevaluated: () => undefined,
  excluded: () => undefined,
  evaluated: () => undefined,
};
