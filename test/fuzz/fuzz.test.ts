import { canonicalQuantity } from "@apimachinery/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCanary } from "./canary-process.js";
import { cpuLimit } from "./cpu-limit.js";
import { randomOfCase } from "./random.js";
import { fuzz } from "./run.js";
import { Target } from "./target.js";
import { hostileText } from "./texts.js";
import { sizeOf } from "../sizes.js";
import { eventually } from "../eventually.js";

/** Duration and seed of the run. FUZZ_SEED sets the seed, which is random otherwise. */
const seconds = sizeOf("FUZZ_SECONDS");
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

let target: Target;
beforeAll(async () => {
  target = await Target.start();
});
afterAll(() => target.stop());

test(
  `${seconds} seconds of hostile requests and connections, seed ${seed}`,
  { timeout: 600_000 + seconds * 2000 },
  async () => {
    const idle = target.openDescriptors();
    const endCanary = startCanary(target);
    const report = await fuzz(target, { seed, duration: seconds * 1000, cpuLimit });
    const { latencies, failures } = await endCanary();
    const sorted = latencies.toSorted((a, b) => a - b);
    const at = (part: number) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);
    console.log(
      `fuzz: ${report.requests} requests and ${report.connections} connections; /livez in ${at(0.5)} ms (median), ${at(0.99)} ms (99 of 100), ${at(1)} ms (longest)\n` +
        `fuzz: the most expensive request used ${report.mostExpensive.milliseconds.toFixed(0)} ms of the main thread (limit ${cpuLimit().toFixed(0)} ms): ${report.mostExpensive.name}`,
    );
    expect(report.faults).toEqual([]);
    expect(failures).toEqual([]);
    expect(report.requests).toBeGreaterThan(0);
    expect(report.connections).toBeGreaterThan(0);
    expect(latencies.length).toBeGreaterThan(0);
    await closesConnections(idle);
  },
);

/**
 * Waits until the server has closed the connections of disconnected clients. This can last until
 * the timeout of idle connections, because Node does not report that an HTTP/2 connection with a
 * protocol error has ended.
 */
async function closesConnections(idle: number | undefined): Promise<void> {
  if (idle === undefined) return;
  await eventually(() => (target.openDescriptors() ?? 0) <= idle + 20);
}

test("canonicalQuantity returns a canonical string for each hostile quantity, or rejects it", () => {
  for (let index = 0; index < 2000; index++) {
    const text = hostileText(randomOfCase(seed, index), 200_000);
    try {
      const canonical = canonicalQuantity(text);
      expect(canonicalQuantity(canonical)).toBe(canonical);
    } catch (error) {
      expect((error as Error).message).toMatch(
        /^(quantities must match the regular expression|quantities of more than|unable to parse)/,
      );
    }
  }
});
