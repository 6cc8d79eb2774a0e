import type { AuditBackend, OnLost } from "../backend.js";
import { eventJSON, type AuditEvent } from "../event.js";
import { eventLine } from "../event-line.js";
import type { LineWriter } from "./line-writer.js";

/** Formats of the audit log: all fields as JSON, or some of them as text. */
export const logFormats = ["legacy", "json"] as const;

export type LogFormat = (typeof logFormats)[number];

/** Returns the backend that writes each event as one line. */
export function logBackend(out: LineWriter, format: LogFormat, onLost: OnLost): AuditBackend {
  const write = async (event: AuditEvent): Promise<boolean> => {
    try {
      await out.write(`${format === "json" ? eventJSON(event) : eventLine(event)}\n`);
      return true;
    } catch (error) {
      onLost("log", error, [event]);
      return false;
    }
  };
  return {
    process: async (events) => {
      const written = await Promise.all(events.map(write));
      return written.every((isWritten) => isWritten);
    },
    close: () => out.close(),
  };
}
