import { newNotReady } from "./errors.js";
import type { Attributes } from "./plugin.js";

/**
 * Time that a request waits for informers after a start, and the interval of the checks, in
 * milliseconds.
 */
const patience = 10_000;
const interval = 50;

/** A source that is filled after the start, such as an informer. */
export interface Syncing {
  readonly hasSynced: boolean;
}

/**
 * Waits until all sources of a plugin have synced. (Go: WaitForReady.)
 * @throws StatusError 403 after ten seconds
 */
export async function requireSynced(attributes: Attributes, ...sources: readonly Syncing[]): Promise<void> {
  for (let waited = 0; sources.some(({ hasSynced }) => !hasSynced); waited += interval) {
    if (waited >= patience) throw newNotReady(attributes);
    // Polling needs no cleanup if the source never syncs; waiting for a promise would.
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
