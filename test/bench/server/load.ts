import { Connection, type PreparedRequest } from "./connection.js";
import type { Peer } from "./peer.js";

export interface LoadOptions {
  readonly peer: Peer;
  /** Returns the next request. */
  readonly next: () => PreparedRequest;
  /** Prefix of the body of every successful response. */
  readonly expects: string;
  readonly connections: number;
  /** Number of concurrent requests on each connection. */
  readonly streams: number;
  /** Duration in milliseconds. */
  readonly milliseconds: number;
}

export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /**
   * Requests per CPU second of the server's process with all its threads. Other programs do not
   * affect this number.
   */
  readonly perCPUSecond: number;
  /** 99th percentile of the time of a request, in milliseconds. */
  readonly p99: number;
  readonly failures: number;
}

/**
 * Sends requests for the given duration, with a constant number of concurrent requests, and counts
 * the responses.
 */
export async function load(options: LoadOptions): Promise<Load> {
  const { peer, milliseconds } = options;
  const connections = await Promise.all(Array.from({ length: options.connections }, () => Connection.open(peer.tls)));
  const latencies: number[] = [];
  const before = peer.cpuSeconds();
  const start = performance.now();
  const end = start + milliseconds;
  let failures = 0;
  const one = (connection: Connection): Promise<void> =>
    new Promise((resolve) => {
      const again = (): void => {
        const sent = performance.now();
        if (sent >= end) {
          resolve();
          return;
        }
        const request = options.next();
        let isExpected = false;
        let isFirst = true;
        connection.send(request, {
          data(chunk) {
            request.onData?.(chunk);
            if (isFirst && chunk.length > 0) {
              isFirst = false;
              isExpected = chunk.toString("latin1", 0, options.expects.length) === options.expects;
            }
          },
          end(failed) {
            latencies.push(performance.now() - sent);
            if (failed || !isExpected) failures++;
            if (failed) resolve();
            else again();
          },
        });
      };
      again();
      connection.flush();
    });
  await Promise.all(
    connections.flatMap((connection) => Array.from({ length: options.streams }, () => one(connection))),
  );
  const seconds = (performance.now() - start) / 1000;
  const cpu = peer.cpuSeconds() - before;
  for (const connection of connections) connection.close();
  latencies.sort((a, b) => a - b);
  const requests = latencies.length;
  return {
    requests,
    perSecond: requests / seconds,
    perCPUSecond: requests / cpu,
    p99: latencies[Math.floor(requests * 0.99)] ?? NaN,
    failures,
  };
}
