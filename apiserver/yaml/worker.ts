import { parentPort, workerData } from "node:worker_threads";
import { readYAML } from "./read-yaml.js";
import type { YAMLJob, YAMLOutcome } from "./thread.js";
import { writeYAML } from "./write-yaml.js";

/** The job for which this thread was started. A thread runs only one job. */
const job = workerData as YAMLJob;
parentPort?.postMessage(outcomeOf(job));

function outcomeOf({ kind, text }: YAMLJob): YAMLOutcome {
  try {
    return { value: kind === "read" ? readYAML(text) : writeYAML(text) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
