import { createRequire } from "node:module";
import type pino from "pino";
import { klogLine } from "./klog-text.js";

/** Where errors that nobody expected are written. */
export type Logger = (message: string, error?: unknown) => void;

/** A server's log: what happens goes to standard error, a line each. */
export interface Log {
  readonly error: Logger;
  /** @param level the least `--v` at which it is written */
  readonly info: (level: number, message: string, fields?: Readonly<Record<string, unknown>>) => void;
  isEnabled(level: number): boolean;
}

export interface LogOptions {
  readonly v: number;
  readonly loggingFormat: "text" | "json";
}

/** How long a process is left to start before what it logs with is loaded, in milliseconds. */
const startTime = 10_000;

/** @param write where lines go; standard error, at once, if absent: what a process said last must not be lost */
export function createLog(options: LogOptions, write?: (line: string) => void): Log {
  let made: pino.Logger | undefined;
  const logger = () => (made ??= newLogger(options, write));
  // A start that logs nothing does without. Later it must be there: who has no file descriptor left can't load what would say so.
  setTimeout(logger, startTime).unref();
  return {
    error: (message, error) => {
      logger().error(error === undefined ? {} : { err: textOf(error) }, message);
    },
    info: (level, message, fields = {}) => {
      if (level <= options.v) logger().info({ v: level, ...fields }, message);
    },
    isEnabled: (level) => level <= options.v,
  };
}

function newLogger({ loggingFormat }: LogOptions, write?: (line: string) => void): pino.Logger {
  const library = createRequire(import.meta.url)("pino") as typeof pino;
  const out = write === undefined ? library.destination({ fd: 2, sync: true }) : { write };
  const destination = loggingFormat === "json" ? out : { write: (line: string) => out.write(klogLine(line)) };
  // The fields of component-base's JSON format (ts in milliseconds, msg, v for what is no error), and pino's level.
  return library(
    {
      base: null,
      messageKey: "msg",
      timestamp: () => `,"ts":${Date.now()}`,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  );
}

/** The stack of an error, followed by those of its causes. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${text}\ncaused by ${textOf(error.cause)}` : text;
}
