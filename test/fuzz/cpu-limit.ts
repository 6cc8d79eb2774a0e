/**
 * Maximum CPU time of one request on the main thread, as a multiple of the CPU time of parsing 3
 * MiB of JSON.
 */
const factor = 20;

/**
 * CPU time in milliseconds that is certainly below the limit, on any machine. For a request that
 * needs less, the limit is not measured.
 */
export const surelyCheap = 50;

const item = { name: "cheese", labels: { app: "x", tier: "front" }, values: [1, 2.5, true, null] };
const count = Math.ceil((3 * 1024 * 1024) / (JSON.stringify(item).length + 1));
const text = JSON.stringify({ items: Array.from({ length: count }, () => item) });

/**
 * Returns the CPU time in milliseconds that one request may use on the server's main thread. The
 * value depends on the speed of this machine at the time of the call.
 */
export function cpuLimit(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    JSON.parse(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return factor * (times.sort((a, b) => a - b)[2] ?? 0);
}

/**
 * Returns the CPU time of a request as a fraction of the limit. The limit is measured immediately
 * after the request, because other processes slow down both measurements alike.
 * @param milliseconds CPU time that the request has just used on the main thread
 */
export function fractionOfLimit(milliseconds: number): number {
  return milliseconds < surelyCheap ? 0 : milliseconds / cpuLimit();
}
