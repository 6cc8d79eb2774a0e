import type { Cost } from "./child.js";

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Returns the medians of the wall-clock time, the CPU time and the memory. */
export function medianCost(costs: readonly Cost[]): Cost {
  const of = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  return { wallMs: of("wallMs"), cpuMs: of("cpuMs"), peakMb: of("peakMb") };
}

/**
 * Returns the exponent `b` of the function `a * size ** b` that fits the points best. The exponent
 * 1 means linear growth.
 */
export function exponent(points: readonly { readonly size: number; readonly value: number }[]): number {
  const logs = points.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const mean = (of: (log: { x: number; y: number }) => number): number =>
    logs.reduce((sum, log) => sum + of(log), 0) / logs.length;
  const [x, y] = [mean((log) => log.x), mean((log) => log.y)];
  return mean((log) => (log.x - x) * (log.y - y)) / mean((log) => (log.x - x) ** 2);
}
