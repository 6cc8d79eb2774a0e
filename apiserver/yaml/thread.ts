import { Worker } from "node:worker_threads";
import { FairQueue } from "./fair-queue.js";
import type { ReadYAML } from "./read-yaml.js";

/** A job: a YAML text to read, or a JSON text to write as YAML. */
export interface YAMLJob {
  readonly kind: "read" | "write";
  readonly text: string;
}

/** Result of a job, or the message of its error. */
export type YAMLOutcome = { readonly value: ReadYAML | string } | { readonly error: string };

/** Error for a job that takes too long or too much memory. */
export class YAMLLimitError extends Error {
  override readonly name = "YAMLLimitError";
}

/** Maximum waiting time of a job, and maximum duration of a long job, in milliseconds. */
const timeout = 30_000;
/**
 * Limits of a short job: maximum length of its text in characters, and maximum duration in
 * milliseconds.
 */
const shortLength = 128 * 1024;
const shortTimeout = 10_000;
/** Maximum memory of a job, in MB. An ordinary list with three megabytes needs half of it. */
const memory = 768;

const script = new URL("./worker.js", import.meta.url);
const queue = new FairQueue({ running: 3, long: 2, timeout });

/**
 * True if jobs can run in a thread. This requires compiled sources that are not bundled into one
 * file: a file worker.js beside a bundle may belong to another package.
 */
export const hasThread = import.meta.url.endsWith("/yaml/thread.js");

/**
 * Runs a job in a thread, because the library needs seconds for each megabyte. At most one job of a
 * user runs at a time, and users take turns.
 * @param user name of the user that sent the request
 * @throws YAMLLimitError for a job that takes too long or too much memory
 * @throws QueueTimeoutError for a job that does not start in time
 * @throws Error with the message of `readYAML`
 */
export function inThread(user: string, job: YAMLJob): Promise<ReadYAML | string> {
  const isLong = job.text.length > shortLength;
  return queue.run(user, isLong, () => run(job, isLong ? timeout : shortTimeout));
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
