import { newNotReady } from "./errors.js";
import type { Attributes } from "./plugin.js";

/**
 * Maximum time in milliseconds that a request waits for informers. `interval` is the time between
 * two checks.
 */
const timeout = 10_000;
const interval = 50;

/** A data source that is loaded after the server's start, such as an informer. */
export interface Syncing {
  readonly hasSynced: boolean;
}

/**
 * Waits until all data sources of a plugin are loaded (Go: admission.Handler.WaitForReady).
 * @throws StatusError 403 if a source is not loaded after ten seconds
 */
export async function requireSynced(attributes: Attributes, ...sources: readonly Syncing[]): Promise<void> {
  for (let waited = 0; sources.some(({ hasSynced }) => !hasSynced); waited += interval) {
    if (waited >= timeout) throw newNotReady(attributes);
    // Checks at intervals instead of awaiting a promise of the source. If the source is never
    // loaded, every request would leave a listener on that promise.
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
