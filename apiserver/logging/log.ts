import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import type pino from "pino";

/** Logs an unexpected error. */
export type LogError = (message: string, error?: unknown) => void;

/** The log of a server on standard error. Each event is one line. */
export interface Log {
  readonly error: LogError;
  /**
   * Logs an event.
   * @param level minimum value of `--v` at which the event is written
   */
  readonly info: (level: number, message: string, fields?: Readonly<Record<string, unknown>>) => void;
  isEnabled(level: number): boolean;
}

export interface LogOptions {
  readonly v: number;
  readonly loggingFormat: "text" | "json";
}

/**
 * Delay between the start of the process and the loading of the logging library, in milliseconds.
 */
const startTime = 10_000;

/**
 * Loads the logging library.
 * @throws Error if the process has no free file descriptor
 */
export type LoadPino = () => typeof pino;

const loadPino: LoadPino = () => createRequire(import.meta.url)("pino") as typeof pino;

/**
 * Creates a log.
 * @param write receives the lines. By default they are written to standard error synchronously, so
 * that the last lines of a process are not lost
 * @param load loads the library. After a failure, it is called again later; until it succeeds,
 * lines are written without the library
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
  // The logging library is loaded some seconds after the start, so that the start is fast. It must
  // be loaded before the first error, because the process may have no free file descriptor at the
  // time of an error.
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

/** Writes a line without the library, in the library's format. */
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
  // Formats lines like component-base's JSON log (`ts` in milliseconds, `msg`, and `v` for lines
  // that are not errors), with the level of pino as an additional field.
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

/** Returns the stack of an error, followed by the stacks of its causes. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause instanceof Error ? `${text}\ncaused by ${textOf(error.cause)}` : text;
}

/**
 * Converts a log line from JSON to the text format of klog: `I1121 14:03:22.123000 4711] "Serving"
 * url="https://…"`.
 */
function klogLine(json: string): string {
  const { level, ts, msg, ...fields } = JSON.parse(json) as {
    readonly level: string;
    readonly ts: number;
    readonly msg: string;
    readonly [key: string]: unknown;
  };
  const time = new Date(ts);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${two(time.getMonth() + 1)}${two(time.getDate())}`;
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":");
  const head = `${level === "error" ? "E" : "I"}${day} ${clock}.${String(time.getMilliseconds()).padStart(3, "0")}000 ${String(process.pid).padStart(7)}]`;
  // The property `v` controls which lines are written. It is not part of the message.
  const tail = Object.entries(fields)
    .filter(([key]) => key !== "v")
    .map(([key, value]) => ` ${key}=${typeof value === "string" ? quoted(value) : JSON.stringify(value)}`);
  return `${head} ${JSON.stringify(msg)}${tail.join("")}\n`;
}

/** Quotes a value. As in klog, values with several lines, such as stacks, are written unquoted. */
function quoted(value: string): string {
  return value.includes("\n") ? `<\n\t${value.replaceAll("\n", "\n\t")}\n >` : JSON.stringify(value);
}
