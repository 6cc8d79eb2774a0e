import type { Operation } from "../plugin.js";

/** Type of a webhook plugin in metrics. */
export type ObservedType = "admit" | "validating";

/** Cause of a refusal in metrics. `no_error` means that the webhook has refused the request. */
export type RejectionType = "calling_webhook_error" | "apiserver_internal_error" | "no_error";

/** Records calls of webhooks in metrics. */
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
  /** Counts a failed call of a webhook whose failure policy is `Ignore`. */
  failedOpen(name: string, type: ObservedType): void;
  /** Counts a match condition whose evaluation failed. */
  unevaluated(name: string, type: ObservedType, operation: Operation): void;
  /** Counts a webhook that is not called because of its match conditions. */
  excluded(name: string, type: ObservedType, operation: Operation): void;
  /** Records the duration of evaluating the match conditions of a webhook. */
  evaluated(name: string, type: ObservedType, operation: Operation, seconds: number): void;
}
