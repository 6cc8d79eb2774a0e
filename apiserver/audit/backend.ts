import type { AuditEvent } from "./event.js";

/** Stores audit events, or sends them to another server. */
export interface AuditBackend {
  /**
   * Stores events. Resolves to true when all are stored, and to false if one was lost. Never
   * rejects.
   */
  process(events: readonly AuditEvent[]): Promise<boolean>;
  /** Stores all waiting events. Must be called once, after the last event. */
  close(): Promise<void>;
}

/**
 * Counts and logs events that a plugin could not store (Go: HandlePluginError).
 * @param plugin name of the plugin, such as `log` or `webhook`
 */
export type OnLost = (plugin: string, error: unknown, events: readonly AuditEvent[]) => void;

/** Returns a backend that gives all events to several backends. */
export function unionBackend(backends: readonly AuditBackend[]): AuditBackend {
  return {
    process: async (events) => {
      const stored = await Promise.all(backends.map((backend) => backend.process(events)));
      return stored.every((isStored) => isStored);
    },
    close: async () => {
      await Promise.all(backends.map((backend) => backend.close()));
    },
  };
}

/**
 * Returns a backend that reports all events as stored, so that a lost event does not fail the
 * request (mode `blocking`).
 */
export function ignoringErrors(backend: AuditBackend): AuditBackend {
  return {
    process: async (events) => {
      await backend.process(events);
      return true;
    },
    close: () => backend.close(),
  };
}
