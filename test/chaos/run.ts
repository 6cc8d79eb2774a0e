import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { APIObject, ResourceClient } from "@apimachinery/client";
import { randomOfCase } from "../fuzz/random.js";
import type { Operation } from "./history.js";
import type { Recorder } from "./recorder.js";
import { RecordingClient } from "./recording-client.js";
import type { TestObjects } from "./test-objects.js";
import { Watcher } from "./watcher.js";
import { Writer } from "./writer.js";

/** A server, and what clients need to know to use it. */
export interface Target {
  /** Clients of the same resource, one for each server. The objects must be in the same store. */
  readonly servers: readonly ResourceClient<APIObject>[];
  readonly objects: TestObjects;
  /** True if successive reads with resourceVersion=0 through one server never go back. */
  readonly hasMonotonicCaches: boolean;
}

export interface Load {
  readonly writers: number;
  readonly watchers: number;
  /** Number of objects. With fewer objects, more writes conflict. */
  readonly keys: number;
  /** Longest pause of a writer between two requests, in milliseconds. */
  readonly think: number;
  /** Time after which clients give a request up, in milliseconds. */
  readonly timeout: number;
  readonly seed: number;
}

export const defaultLoad: Load = { writers: 16, watchers: 4, keys: 8, think: 10, timeout: 2000, seed: 1 };

/** Time in which a server must respond again after the faults, in milliseconds. */
const recovery = 60_000;
/** Time in which all watches must report the last write, in milliseconds. */
const catchUp = 30_000;

/**
 * Sends requests with many clients while `during` runs, and records everything. Afterwards it waits
 * until all watches have reported the last write.
 * @param during injects faults, or waits
 * @throws Error if a server refuses the objects, or does not respond for a minute after the faults
 */
export async function run(
  { servers, objects, hasMonotonicCaches }: Target,
  load: Load,
  recorder: Recorder,
  during: () => Promise<void>,
): Promise<void> {
  const [first] = servers;
  if (first === undefined) throw new Error("a run needs at least one server");
  const prefix = `chaos-${randomBytes(3).toString("hex")}-`;
  const names = Array.from({ length: load.keys }, (_, index) => `${prefix}${index}`);
  const { kind, resource } = first.type;
  recorder.add({
    type: "run",
    format: 1,
    resource: `${resource}.${kind.version}.${kind.group}`,
    namespace: first.scope,
    prefix,
    hasMonotonicCaches,
  });
  const client = (name: string, index: number) => {
    const server = index % servers.length;
    const { timeout } = load;
    return new RecordingClient({
      name,
      server,
      resource: servers[server] ?? first,
      objects,
      recorder,
      prefix,
      timeout,
    });
  };
  const coordinator = client("coordinator", 0);
  await created(coordinator, `${prefix}first`);

  let watches = 0;
  const watchers = Array.from(
    { length: load.watchers },
    (_, index) =>
      // The last watcher of several reads old events again and again.
      new Watcher(
        client(`watcher${index}`, index),
        randomOfCase(load.seed, 1000 + index),
        index > 0 && index === load.watchers - 1,
        () => ++watches,
      ),
  );
  const writers = Array.from(
    { length: load.writers },
    (_, index) => new Writer(client(`writer${index}`, index), names, randomOfCase(load.seed, index), load.think),
  );
  let isStopped = false;
  const ending = new AbortController();
  const watching = Promise.all(watchers.map((watcher) => watcher.run(ending.signal)));
  const writing = Promise.all(writers.map((writer) => writer.run(() => isStopped)));
  try {
    // A program error of a client must end the run at once.
    await Promise.race([during(), Promise.all([watching, writing])]);
    isStopped = true;
    await writing;
    const { revision = 0 } = await created(coordinator, `${prefix}last`);
    await Promise.all(servers.map((_, index) => client(`reader${index}`, index).list({ at: "newest" })));
    for (const watcher of watchers) watcher.stopAt(revision);
    await Promise.race([watching, pause(catchUp, undefined, { ref: false })]);
    recorder.add({ type: "end", at: recorder.position(), revision, watchers: watchers.map(({ name }) => name) });
  } finally {
    isStopped = true;
    ending.abort();
    await Promise.allSettled([watching, writing]);
  }
  await removeAll(first, prefix, load.timeout);
}

/**
 * Creates an object, under another name after each failure.
 * @throws Error if the server refuses it, or does not respond for a minute
 */
async function created(client: RecordingClient, name: string): Promise<{ readonly revision?: number }> {
  const end = performance.now() + recovery;
  let last: Operation | undefined;
  for (let attempt = 1; performance.now() < end; attempt++) {
    last = await client.create(`${name}${attempt}`, `${name}-${attempt}`);
    if (last.outcome === "ok") return last.object ?? {};
    if (last.status !== undefined && last.status < 429) break;
    await pause(50);
  }
  throw new Error(`the server does not create an object of the run: ${last?.status ?? ""} ${last?.reason ?? ""}`);
}

/** Deletes the objects of the run. Leaves objects whose deletion fails. */
async function removeAll(resource: ResourceClient<APIObject>, prefix: string, timeout: number): Promise<void> {
  const { items } = await resource.list({ signal: AbortSignal.timeout(timeout) }).catch(() => ({ items: [] }));
  for (const { metadata } of items)
    if (metadata.name?.startsWith(prefix))
      await resource.delete(metadata.name, { signal: AbortSignal.timeout(timeout) }).catch(() => undefined);
}
