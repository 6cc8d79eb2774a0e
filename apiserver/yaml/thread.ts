import { Worker } from "node:worker_threads";
import { FairQueue } from "./fair-queue.js";
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

/** How long a job may wait, and how long it may take, in milliseconds. */
const patience = 30_000;
/** The most characters of a short text, and how long it may take. */
const shortLength = 128 * 1024;
const shortTime = 10_000;
/**
 * The most memory that a job may take, in MB: three megabytes of an ordinary list take half of it.
 */
const memory = 768;

const script = new URL("./worker.js", import.meta.url);
const queue = new FairQueue({ running: 3, long: 2, patience });

/**
 * Whether there is a thread for jobs: not where sources run uncompiled, or one file was made of
 * them, beside which there may be somebody else's worker.js.
 */
export const hasThread = import.meta.url.endsWith("/yaml/thread.js");

/**
 * Does in a thread what takes the library seconds for each megabyte, so that other requests are
 * served meanwhile. A user has one thread at a time and waits for their own texts; users take
 * turns. @param user whose text it is
 * @throws YAMLLimitError, QueueTimeoutError, Error in the words of `readYAML`
 */
export function inThread(user: string, job: YAMLJob): Promise<ReadYAML | string> {
  const isLong = job.text.length > shortLength;
  return queue.run(user, isLong, () => run(job, isLong ? patience : shortTime));
}

async function run(job: YAMLJob, time: number): Promise<ReadYAML | string> {
  const worker = new Worker(script, { workerData: job, resourceLimits: { maxOldGenerationSizeMb: memory } });
  let timer: NodeJS.Timeout | undefined;
  try {
    const outcome = await new Promise<YAMLOutcome>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(new YAMLLimitError(`longer than ${time / 1000} s`));
      }, time);
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
