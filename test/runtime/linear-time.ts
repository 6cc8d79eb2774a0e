import { expect } from "vitest";

const attempts = 8;

/**
 * Asserts that an input of twice the size takes at most three times the CPU time. Other processes
 * disturb the measurements, so one pair of measurements within this limit is sufficient.
 */
export function expectLinearTime(size: number, run: (size: number) => unknown): void {
  run(size >> 3);
  const ratios: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const once = cpuTime(() => run(size));
    const twice = cpuTime(() => run(2 * size));
    // Times below 5 ms are not compared, because the resolution of the clock is too low.
    const ratio = twice < 5_000 ? 0 : twice / once;
    if (ratio <= 3) return;
    ratios.push(ratio);
  }
  expect(Math.min(...ratios), `time for ${2 * size} in relation to ${size}`).toBeLessThanOrEqual(3);
}

function cpuTime(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
