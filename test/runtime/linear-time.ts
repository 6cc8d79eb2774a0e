import { expect } from "vitest";
import { cpuTime } from "../cpu-time.js";

const attempts = 8;

/**
 * Asserts that four times the input takes less than eight times the CPU time: linear work takes
 * four times as long, quadratic work sixteen times. Other processes disturb the measurements, so
 * one pair of measurements within this limit is sufficient. The largest input has twice the size.
 */
export function expectLinearTime(size: number, run: (size: number) => unknown): void {
  run(size >> 3);
  const ratios: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const half = cpuTime(() => run(size >> 1));
    const twice = cpuTime(() => run(2 * size));
    // Times below 5 ms are not compared, because the resolution of the clock is too low.
    const ratio = twice < 5 ? 0 : twice / half;
    if (ratio <= 8) return;
    ratios.push(ratio);
  }
  expect(Math.min(...ratios), `time for ${2 * size} in relation to ${size >> 1}`).toBeLessThanOrEqual(8);
}
