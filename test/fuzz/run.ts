import { setTimeout as pause } from "node:timers/promises";
import { surelyCheap } from "./cpu-limit.js";
import { send, type RawRequest } from "./exchange.js";
import { faultOf } from "./judge.js";
import { randomOfCase, type Random } from "./random.js";
import { binaryAreas } from "./binary-requests.js";
import { requestAreas } from "./requests.js";
import { socketAreas } from "./sockets.js";
import type { Target } from "./target.js";

export interface FuzzOptions {
  readonly seed: number;
  /** Duration in milliseconds. */
  readonly duration: number;
  /**
   * Returns the CPU time that one request may use on the main thread, in milliseconds. It depends
   * on the current speed of the machine.
   */
  readonly cpuLimit: () => number;
}

export interface Expensive {
  readonly name: string;
  readonly milliseconds: number;
}

export interface FuzzReport {
  readonly requests: number;
  readonly connections: number;
  /** Faults of the server. Each text contains the request that causes the fault. */
  readonly faults: readonly string[];
  readonly mostExpensive: Expensive;
}

const allAreas: Readonly<Record<string, (random: Random) => RawRequest>> = { ...requestAreas, ...binaryAreas };

/** Number of concurrent attacks on connections. */
const lanes = 6;

/**
 * Attacks a server until the duration is over. Generated requests are sent one at a time; attacks
 * on connections run concurrently with them.
 */
export async function fuzz(target: Target, { seed, duration, cpuLimit }: FuzzOptions): Promise<FuzzReport> {
  const end = performance.now() + duration;
  const faults: string[] = [];
  let requests = 0;
  let connections = 0;
  let mostExpensive: Expensive = { name: "none", milliseconds: 0 };
  const gate = new Gate();
  const goesOn = () => performance.now() < end && target.ended === undefined && faults.length < 10;

  const sendRequests = async () => {
    const areas = Object.keys(allAreas);
    for (let index = 0; goesOn(); index++) {
      if (index % 100 === 0) await prepare(target);
      const area = areas[index % areas.length] ?? "";
      const name = `${area}, case ${index} of seed ${seed}`;
      const request = requestOfCase(seed, area, index);
      const { fault, milliseconds } = await judge(target, request, cpuLimit, gate);
      requests++;
      if (fault !== undefined) faults.push(`${name}: ${fault}\n  ${described(request)}`);
      if (milliseconds > mostExpensive.milliseconds) mostExpensive = { name, milliseconds };
    }
  };
  const attackConnections = async (lane: number) => {
    const areas = Object.entries(socketAreas);
    for (let index = lane; goesOn(); index += lanes) {
      const [, attack] = areas[Math.floor(index / lanes) % areas.length] ?? [];
      // The server may refuse or reset a connection. If it refuses all connections, the canary
      // detects this.
      await gate.pass(() => attack?.(target, randomOfCase(seed ^ 0x5bd1e995, index)).catch(() => undefined));
      connections++;
    }
  };
  await Promise.all([sendRequests(), ...Array.from({ length: lanes }, (_, lane) => attackConnections(lane))]);
  if (target.ended !== undefined) faults.push(`the server ended with ${target.ended}`);
  return { requests, connections, faults, mostExpensive };
}

/** Returns the request of a test case. Seed, area and index determine the request completely. */
export function requestOfCase(seed: number, area: string, index: number): RawRequest {
  const generate = allAreas[area];
  if (generate === undefined) throw new Error(`unknown area ${area}: ${Object.keys(allAreas).join(", ")}`);
  return generate(randomOfCase(seed, index));
}

/** Gate that suspends the attacks on connections while a request is measured. */
class Gate {
  #running = 0;
  #isClosed = false;

  async pass(work: () => Promise<void> | undefined): Promise<void> {
    while (this.#isClosed) await pause(10);
    this.#running++;
    await work();
    this.#running--;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#running > 0) await pause(10);
  }

  open(): void {
    this.#isClosed = false;
  }
}

interface Judgement {
  readonly fault: string | undefined;
  readonly milliseconds: number;
}

/**
 * Sends a request. If the request exceeds the limit, repeats it without concurrent attacks, and
 * uses the lowest of five measurements.
 */
async function judge(target: Target, request: RawRequest, cpuLimit: () => number, gate: Gate): Promise<Judgement> {
  const first = await measure(target, request, 0);
  if (first.fault !== undefined || first.milliseconds < surelyCheap || first.milliseconds < cpuLimit()) return first;
  await gate.close();
  try {
    return await judgeAlone(target, request, cpuLimit, first.milliseconds);
  } finally {
    gate.open();
  }
}

async function measure(target: Target, request: RawRequest, background: number): Promise<Judgement> {
  const [before, start] = [target.mainThreadTime(), performance.now()];
  const fault = faultOf(request, await send(target, request).catch(() => undefined));
  const after = target.mainThreadTime();
  if (fault !== undefined || before === undefined || after === undefined) return { fault, milliseconds: 0 };
  return { fault, milliseconds: after - before - background * (performance.now() - start) };
}

async function judgeAlone(
  target: Target,
  request: RawRequest,
  cpuLimit: () => number,
  first: number,
): Promise<Judgement> {
  let least = first;
  for (let tries = 4; tries > 0; tries--) {
    const { fault, milliseconds } = await measure(target, request, await backgroundOf(target));
    if (fault !== undefined) return { fault, milliseconds };
    least = Math.min(least, milliseconds);
    if (least < cpuLimit()) return { fault, milliseconds: least };
  }
  return {
    fault: `${least.toFixed(0)} ms of CPU time of the main thread; the limit is ${cpuLimit().toFixed(0)} ms`,
    milliseconds: least,
  };
}

/**
 * Measures which fraction of the main thread's time the canary and the server's background work
 * use.
 */
async function backgroundOf(target: Target): Promise<number> {
  const [before, start] = [target.mainThreadTime() ?? 0, performance.now()];
  await pause(500);
  return ((target.mainThreadTime() ?? 0) - before) / (performance.now() - start);
}

/** Deletes all objects, and then creates the objects to which generated requests refer. */
async function prepare(target: Target): Promise<void> {
  const group = "/apis/restaurant.programming-kubernetes.info";
  const request = (method: string, path: string, body?: object) =>
    send(target, {
      method,
      target: `${group}${path}`,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      isAnonymous: false,
      version: "2",
    });
  await request("DELETE", "/v1beta1/namespaces/default/pizzas");
  await request("DELETE", "/v1alpha1/toppings");
  await request("POST", "/v1alpha1/toppings", { metadata: { name: "cheese" }, spec: { cost: 1 } });
  await request("POST", "/v1beta1/namespaces/default/pizzas", {
    metadata: { name: "plain" },
    spec: { toppings: [{ name: "cheese", quantity: 1 }] },
  });
}

/**
 * Describes a request as JSON, with shortened texts. The whole request can be generated again from
 * the name of its case.
 */
function described(request: RawRequest): string {
  return JSON.stringify(request, (_key, value: unknown) =>
    typeof value === "string" && value.length > 300
      ? `${value.slice(0, 150)}… ${value.length} characters …${value.slice(-100)}`
      : value,
  );
}
