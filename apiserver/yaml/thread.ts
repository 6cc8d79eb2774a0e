import { Worker } from "node:worker_threads";
import type { ReadYAML } from "./read-yaml.js";

/** A YAML text to read, or a JSON text to write as YAML. */
export interface YAMLJob {
  readonly kind: "read" | "write";
  readonly text: string;
}

/** What came of a job, or in words why nothing did. */
export type YAMLOutcome = { readonly value: ReadYAML | string } | { readonly error: string };

/** A text that takes more than one may. */
export class YAMLLimitError extends Error {
  override readonly name = "YAMLLimitError";
}

/** Others before it took all the time that a text had. */
export class YAMLBusyError extends Error {
  override readonly name = "YAMLBusyError";
}

/** How long a job may wait, and how long it may take, in milliseconds. */
const patience = 30_000;
/** The most memory that it may take, in MB: three megabytes of an ordinary list take half of it. */
const memory = 768;

const script = new URL("./worker.js", import.meta.url);
let last: Promise<unknown> = Promise.resolve();

/** Whether there is a thread for jobs: not where sources run uncompiled, or one file was made of them, beside which there may be somebody else's worker.js. */
export const hasThread = import.meta.url.endsWith("/yaml/thread.js");

/**
 * Does what takes the library seconds for each megabyte in a thread of its own, so that others are answered meanwhile. One at a time:
 * who sends much YAML waits for himself. @throws YAMLLimitError, YAMLBusyError, Error in the words of `readYAML`
 */
export function inThread(job: YAMLJob): Promise<ReadYAML | string> {
  const asked = performance.now();
  const mine = last.then(() => {
    if (performance.now() > asked + patience) throw new YAMLBusyError();
    return run(job);
  });
  last = mine.catch(() => undefined);
  return mine;
}

async function run(job: YAMLJob): Promise<ReadYAML | string> {
  const worker = new Worker(script, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: memory } });
  let timer: NodeJS.Timeout | undefined;
  try {
    const outcome = await new Promise<YAMLOutcome>((resolve, reject) => {
      // Who had to wait has no less.
      timer = setTimeout(() => { reject(new YAMLLimitError(`longer than ${patience / 1000} s`)); }, patience);
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) => {
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new YAMLLimitError(`more than ${memory} MB`) : error);
      });
    });
    if ("error" in outcome) throw new Error(outcome.error);
    return outcome.value;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
