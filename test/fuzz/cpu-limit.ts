import { unitOfCPUTime } from "../cpu-time.js";

/**
 * Maximum CPU time of one request on the main thread, in units of CPU time. docs/server-limits.md
 * states this number.
 */
const factor = 20;

/**
 * CPU time in milliseconds that is below the limit on any machine. Faster requests need no
 * measurement of the limit.
 */
export const surelyCheap = 50;

/**
 * Returns the CPU time in milliseconds that one request may use on the server's main thread. The
 * value depends on the speed of this machine at the time of the call.
 */
export function cpuLimit(): number {
  return factor * unitOfCPUTime();
}

let lowest = Infinity;

/**
 * Returns the CPU time of a request as a fraction of the limit. The limit is measured immediately
 * after the request, because other processes slow down both measurements alike. A request that
 * takes less than half of the lowest limit so far needs no new measurement.
 * @param milliseconds CPU time that the request has just used on the main thread
 */
export function fractionOfLimit(milliseconds: number): number {
  if (milliseconds < surelyCheap || milliseconds < lowest / 2) return 0;
  const limit = cpuLimit();
  lowest = Math.min(lowest, limit);
  return milliseconds / limit;
}
