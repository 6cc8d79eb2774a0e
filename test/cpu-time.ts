import { readFileSync } from "node:fs";

/** @file CPU times in milliseconds, and the unit of their limits. */

/** Returns the CPU time of a run in all threads of this process. */
export function cpuTime(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the CPU time of an asynchronous run in all threads of this process. */
export async function cpuTimeOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the CPU time of a process's main thread; undefined on systems other than Linux. */
export function mainThreadTime(pid = process.pid): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}

/** One million empty lists: a JSON document of three megabytes. */
const document = `[${"[],".repeat(999_999)}[]]`;

/**
 * Returns the unit of limits of CPU time: the time that the main thread now takes for `JSON.parse`
 * of a document of three megabytes, as the median of three attempts. Other processes slow down the
 * measured code and this measurement alike.
 */
export function unitOfCPUTime(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = mainThreadTime();
    const all = cpuTime(() => JSON.parse(document));
    return before === undefined ? all : (mainThreadTime() ?? 0) - before;
  });
  return times.sort((a, b) => a - b)[1] ?? 0;
}
