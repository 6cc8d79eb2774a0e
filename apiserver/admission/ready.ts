import { newNotReady } from "./errors.js";
import type { Attributes } from "./plugin.js";

/** How long a request waits for a server that has just started, in milliseconds: Go's. */
const patience = 10_000;

/** Something that a plugin judges by, and that fills after the start: an informer is one. */
export interface Syncing {
  readonly hasSynced: boolean;
  /** Resolves when it has synced. */
  synced(): Promise<void>;
}

/** Waits until everything is there that a plugin judges by. @throws StatusError 403 where it takes too long */
export async function requireSynced(attributes: Attributes, ...sources: readonly Syncing[]): Promise<void> {
  if (sources.every(({ hasSynced }) => hasSynced)) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patience, false);
  });
  const all = Promise.all(sources.map((source) => source.synced())).then(() => true);
  const hasSynced = await Promise.race([all, late]);
  clearTimeout(timer);
  if (!hasSynced) throw newNotReady(attributes);
}
