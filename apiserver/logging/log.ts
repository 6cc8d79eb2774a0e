import { writeSync } from "node:fs";
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

/**
 * Loads the library that makes lines. @throws Error where the process has no file descriptor left
 */
export type LoadPino = () => typeof pino;

const loadPino: LoadPino = () => createRequire(import.meta.url)("pino") as typeof pino;

/**
 * @param write where lines go; standard error, at once, if absent: what a process said last must
 * not be lost
 * @param load tried again later where it fails; until then lines are made without the library
 */
export function createLog(options: LogOptions, write?: (line: string) => void, load = loadPino): Log {
  let made: pino.Logger | undefined;
  const loaded = (): pino.Logger | undefined => {
    try {
      return (made ??= newLogger(options, load(), write));
    } catch {
      return undefined;
    }
  };
  // A start that logs nothing does without the library. Later it must be loaded, before no file
  // descriptor is left for it.
  const prepare = (): void => {
    if (loaded() === undefined) setTimeout(prepare, startTime).unref();
  };
  setTimeout(prepare, startTime).unref();
  const log = (level: "error" | "info", fields: Readonly<Record<string, unknown>>, message: string): void => {
    const logger = loaded();
    if (logger === undefined) writeBare(options, { level, ts: Date.now(), ...fields, msg: message }, write);
    else logger[level](fields, message);
  };
  return {
    error: (message, error) => {
      log("error", error === undefined ? {} : { err: textOf(error) }, message);
    },
    info: (level, message, fields = {}) => {
      if (level <= options.v) log("info", { v: level, ...fields }, message);
    },
    isEnabled: (level) => level <= options.v,
  };
}

/** The same line without the library. */
function writeBare(
  { loggingFormat }: LogOptions,
  fields: Readonly<Record<string, unknown>>,
  write = (line: string) => {
    writeSync(2, line);
  },
): void {
  const json = JSON.stringify(fields);
  write(loggingFormat === "json" ? `${json}\n` : klogLine(json));
}

function newLogger({ loggingFormat }: LogOptions, library: typeof pino, write?: (line: string) => void): pino.Logger {
  const out = write === undefined ? library.destination({ fd: 2, sync: true }) : { write };
  const destination = loggingFormat === "json" ? out : { write: (line: string) => out.write(klogLine(line)) };
  // The fields of component-base's JSON format (ts in milliseconds, msg, v for what is no error),
  // and pino's level.
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
