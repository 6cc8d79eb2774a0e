import { readFileSync } from "node:fs";

/** One million empty lists: a JSON document of three megabytes. */
const document = `[${"[],".repeat(999_999)}[]]`;

/**
 * Returns the CPU time of this process's main thread in milliseconds. Returns that of all threads
 * if the system does not report it.
 */
export function mainThreadTime(): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/**
 * Returns the CPU time of `JSON.parse` of a document of three megabytes, in milliseconds. It is the
 * unit in which other costs are measured, because it changes with the speed of the machine as they
 * do.
 */
export function unitOfCost(): number {
  const times = Array.from({ length: 3 }, () => {
    const before = mainThreadTime();
    JSON.parse(document);
    return mainThreadTime() - before;
  });
  return times.sort((a, b) => a - b)[1] ?? 0;
}
