import { fstatSync, statSync, writeSync } from "node:fs";
import { exit } from "./exit.js";

/** The working directory of a command, and the functions for its output. */
export interface Terminal {
  readonly cwd: string;
  /** Folder of the checkout in a job of GitHub Actions: the base of paths in its annotations. */
  readonly workspace?: string | undefined;
  /** Prints results to standard output. */
  readonly out: (text: string) => void;
  /** Prints problems and progress to standard error. */
  readonly err: (text: string) => void;
  /**
   * True if the output is an interactive terminal. Otherwise, no progress and no colours are
   * printed.
   */
  readonly interactive: boolean;
  readonly colour: boolean;
}

/**
 * Returns the terminal of the process. A reader that closes the pipe early (`| head`) does not
 * cause an error.
 */
export function processTerminal(): Terminal {
  const [out, err] = [mayBeTerminal(1), mayBeTerminal(2)];
  const interactive =
    out &&
    err &&
    process.env["TERM"] !== "dumb" &&
    process.env["CI"] === undefined &&
    process.stdout.isTTY &&
    process.stderr.isTTY;
  return {
    cwd: workingFolder(),
    workspace: process.env["GITHUB_WORKSPACE"],
    out: out ? writerTo(() => process.stdout) : directWriter(1, () => process.stdout),
    err: err ? writerTo(() => process.stderr) : directWriter(2, () => process.stderr),
    interactive,
    colour: interactive && (process.env["NO_COLOR"] ?? "") === "",
  };
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write("codegen: the working directory does not exist any more: change to another folder\n");
    process.exit(exit.usage);
  }
}

type Writer = (bytes: string | Uint8Array) => void;

/** Reports whether a file descriptor may be a terminal. */
function mayBeTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
  } catch {
    return true;
  }
}

/**
 * Returns a function that writes directly to a pipe or file. It opens a stream only if the pipe is
 * full, because opening a stream takes time.
 */
function directWriter(descriptor: number, stream: () => NodeJS.WriteStream): Writer {
  let toStream: Writer | undefined;
  return (text) => {
    const rest = toStream === undefined ? writeNow(descriptor, Buffer.from(text)) : text;
    if (rest.length === 0) return;
    toStream ??= writerTo(stream);
    toStream(rest);
  };
}

/** Writes bytes until the pipe is full, and returns the remaining bytes. */
function writeNow(descriptor: number, bytes: Uint8Array): Uint8Array {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) endOutput(error);
  }
  return bytes.subarray(written);
}

/**
 * Returns a function that writes to a stream.
 * @param stream opens the stream; called on the first write, because opening a stream takes time
 */
function writerTo(stream: () => NodeJS.WriteStream): Writer {
  let opened: NodeJS.WriteStream | undefined;
  return (text) => {
    opened ??= stream().on("error", (error) => {
      endOutput(error);
    });
    opened.write(text);
  };
}

/**
 * Ends the process, because its output cannot be written. Prints no message if the reader has
 * closed the pipe.
 */
function endOutput(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EPIPE") process.exit();
  try {
    writeSync(2, `codegen: the output cannot be written: ${message}\n`);
  } catch {
    // Standard error cannot be written either.
  }
  process.exit(exit.problems);
}
