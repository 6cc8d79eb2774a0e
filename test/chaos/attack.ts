import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { randomOfCase } from "../fuzz/random.js";
import { repository } from "../interop/repository.js";
import { check, type Report } from "./check/check.js";
import { injectInTurn, type Fault } from "./faults.js";
import { Recorder } from "./recorder.js";
import { textOfReport } from "./report.js";
import { defaultLoad, run, type Load } from "./run.js";
import { connect, parseResource } from "./target.js";
import { defaultValuePath, TestObjects } from "./test-objects.js";
import { sizeOf } from "../sizes.js";

/** Number of faults. The environment variable CHAOS_ROUNDS overrides the default. */
export const rounds = sizeOf("CHAOS_ROUNDS");
/** Timeout of a test with faults, in milliseconds. */
export const attackTimeout = 600_000 + rounds * 20_000;
/** Time after which clients give a request up, in milliseconds. */
export const clientTimeout = 1000;
/** Duration of a pause that exceeds the timeouts of clients and servers, in milliseconds. */
export const longPause = 1400;

export interface Attack {
  /** Name of the file of the history. */
  readonly name: string;
  readonly kubeconfigs: readonly string[];
  readonly resource: string;
  readonly template?: object;
  readonly faults: readonly Fault[];
  readonly rounds: number;
  /** True if successive reads with resourceVersion=0 never go back. Default: false. */
  readonly hasMonotonicCaches?: boolean;
  readonly load?: Partial<Load>;
}

/**
 * Attacks servers while faults happen, and checks the history. The seed is random; the environment
 * variable CHAOS_SEED repeats the choices of a run. Keeps the history if it violates a rule.
 * @throws Error with the report if the history violates a rule
 */
export async function attack({
  name,
  kubeconfigs,
  resource,
  template = {},
  faults,
  rounds: times,
  load = {},
  hasMonotonicCaches = false,
}: Attack): Promise<Report> {
  const folder = join(repository, "node_modules/.cache/chaos");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.jsonl`);
  const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9));
  const named = parseResource(resource);
  const connections = await Promise.all(kubeconfigs.map((kubeconfig) => connect(kubeconfig, named, "default")));
  try {
    const servers = connections.map((connection) => connection.resource);
    const kind = servers[0]?.type.kind ?? { ...named, kind: "" };
    const objects = new TestObjects({ kind, template, valuePath: defaultValuePath });
    const recorder = new Recorder(file);
    await run(
      { servers, objects, hasMonotonicCaches },
      { ...defaultLoad, timeout: clientTimeout, ...load, seed },
      recorder,
      () => injectInTurn(faults, times, randomOfCase(seed, 5000), recorder),
    );
    await recorder.close();
    const report = check(recorder.history);
    const text = `${name}, seed ${seed}: ${textOfReport(report)}`;
    if (report.violations.length > 0) throw new Error(`${text}\nhistory: ${file}`);
    console.log(text);
    return report;
  } finally {
    await Promise.all(connections.map(({ client }) => client.close()));
  }
}
