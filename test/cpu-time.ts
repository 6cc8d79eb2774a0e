/** Returns the CPU time of a run in this process, in milliseconds. */
export function cpuTime(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const text = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`a${index}`, "x"])));

/**
 * Returns the unit of limits of CPU time in milliseconds: the time that this process now takes to
 * parse an object with 100,000 keys, as the median of three attempts. Other processes slow down the
 * measured code and this measurement alike.
 */
export function unitOfCPUTime(): number {
  const times = Array.from({ length: 3 }, () => cpuTime(() => JSON.parse(text)));
  return times.sort((a, b) => a - b)[1] ?? 0;
}
