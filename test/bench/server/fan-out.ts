import { Connection, type PreparedRequest } from "./connection.js";
import type { Peer } from "./peer.js";

export interface FanOut {
  readonly events: number;
  readonly perSecond: number;
  readonly perCPUSecond: number;
  /** CPU time of one write with its events, in seconds. */
  readonly cpuPerWrite: number;
  /** Median time from a write to the last watcher's event, in milliseconds. */
  readonly median: number;
}

/** Size of a fan-out measurement. */
export interface FanOutShape {
  readonly watchers: number;
  /** Number of connections that the watchers share. */
  readonly connections: number;
  /**
   * Number of rounds. A round starts after all watchers have received the events of the previous
   * round.
   */
  readonly rounds: number;
  /** Number of concurrent writes in a round. */
  readonly writes: number;
}

/** Timeout for the events of one write, in milliseconds. */
const timeout = 10_000;
const newline = "\n".charCodeAt(0);

/** Measures how fast many watchers receive the events of writes. */
export async function fanOut(
  peer: Peer,
  { watchers, connections, rounds, writes }: FanOutShape,
  watch: PreparedRequest,
  write: () => PreparedRequest,
): Promise<FanOut> {
  const watching = await Promise.all(Array.from({ length: connections }, () => Connection.open(peer.tls)));
  let received = 0;
  let wanted = Infinity;
  let done = (): void => undefined;
  const data = (chunk: Buffer): void => {
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) received++;
    done();
  };
  for (let index = 0; index < watchers; index++)
    watching[index % connections]?.send(watch, { data, end: () => undefined });
  for (const connection of watching) connection.flush();
  await settled(peer);

  const writer = await Connection.open(peer.tls);
  const latencies: number[] = [];
  // A watch that starts after the first write would miss its event, so the measurement waits for
  // all watches.
  received = 0;
  const before = peer.cpuSeconds();
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    const sent = performance.now();
    wanted = (round + 1) * writes * watchers;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`${received} of ${wanted} events arrived in time`));
      }, timeout);
      let unanswered = writes;
      done = () => {
        if (unanswered > 0 || received < wanted) return;
        clearTimeout(timer);
        resolve();
      };
      const end = () => {
        unanswered--;
        done();
      };
      for (let index = 0; index < writes; index++) {
        const request = write();
        writer.send(request, { data: (chunk) => request.onData?.(chunk), end });
      }
      writer.flush();
    });
    latencies.push(performance.now() - sent);
  }
  const seconds = (performance.now() - start) / 1000;
  const cpu = peer.cpuSeconds() - before;
  for (const connection of [...watching, writer]) connection.close();
  latencies.sort((a, b) => a - b);
  const events = received;
  return {
    events,
    perSecond: events / seconds,
    perCPUSecond: events / cpu,
    cpuPerWrite: cpu / (rounds * writes),
    median: latencies[latencies.length >> 1] ?? NaN,
  };
}

/** Waits until the server is idle. */
async function settled(peer: Peer): Promise<void> {
  let last = -1;
  for (let now = peer.cpuSeconds(); now - last > 0.01; now = peer.cpuSeconds()) {
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
