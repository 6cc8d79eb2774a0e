import { newNotReady } from "./errors.js";
import type { Attributes } from "./plugin.js";

/**
 * How long a request waits for a server that has just started, and how often it looks, in
 * milliseconds.
 */
const patience = 10_000;
const interval = 50;

/** Something that a plugin judges by, and that fills after the start: an informer is one. */
export interface Syncing {
  readonly hasSynced: boolean;
}

/**
 * Waits until everything is there that a plugin judges by: Go's WaitForReady. @throws StatusError
 * 403 after ten seconds
 */
export async function requireSynced(attributes: Attributes, ...sources: readonly Syncing[]): Promise<void> {
  for (let waited = 0; sources.some(({ hasSynced }) => !hasSynced); waited += interval) {
    if (waited >= patience) throw newNotReady(attributes);
    // Looking leaves nothing behind where it is never ready, as waiting for a promise would.
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
