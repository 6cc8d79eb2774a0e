import { bodyJobs } from "./bodies.js";
import { compare, gatesOf, table, type Job } from "./compare.js";
import { celJobs } from "./jobs/cel.js";
import { encodingJobs } from "./jobs/encodings.js";
import { gateJobs } from "./jobs/gate.js";
import { mergeJobs } from "./jobs/merge.js";
import { pizzaJobs } from "./jobs/pizza.js";
import { podJobs } from "./jobs/pod.js";
import { validationJobs } from "./jobs/validation.js";
import { loadTypia } from "./typia.js";
import { verify } from "./verify.js";

const wanted = process.argv[2] ?? "";

function run<I>(job: Job<I>): void {
  if (!job.title.includes(wanted)) return;
  verify(job);
  const measured = compare(job);
  console.log(table(job.title, measured));
  if (gatesOf(measured).some(({ ratio, limit }) => ratio > limit)) process.exitCode = 1;
}

console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}. The first line of each job is this project's code: 1.00x.\n`,
);
const typia = /^(?:Gate|CEL)/.test(wanted) ? undefined : await loadTypia();
if (typeof typia === "string") console.log(`typia is left out: its installation failed (${typia})\n`);
const loaded = typeof typia === "string" ? undefined : typia;
pizzaJobs(run, loaded);
podJobs(run, loaded);
validationJobs(run, loaded);
encodingJobs(run);
await gateJobs(run);
mergeJobs(wanted);
await celJobs(wanted);
await bodyJobs(wanted);
