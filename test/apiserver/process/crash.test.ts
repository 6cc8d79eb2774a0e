import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { textOf, toppings, type Json } from "../harness.js";
import { APIClient, itemsOf } from "./api-client.js";
import { ServerProcess } from "./built-server.js";
import { attemptOf, isDeletion, marked, write, type Acknowledged } from "./writers.js";
import { sizeOf } from "../../sizes.js";
import { eventually } from "../../eventually.js";

/** Number of rounds. The environment variable CRASH_ROUNDS overrides the default. */
const rounds = sizeOf("CRASH_ROUNDS");
const writers = 16;
const connections = 4;

const folder = mkdtempSync(join(tmpdir(), "apimachinery-crash-"));
const kubeconfig = join(folder, "kubeconfig");
let server: ServerProcess | undefined;
afterAll(async () => {
  server?.child.kill("SIGKILL");
  await server?.ended();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * State of a watch that starts at the first revision and continues after each restart of the
 * server.
 */
interface Watched {
  revision: number;
  readonly attempts: Map<string, number>;
  readonly wrong: string[];
}

async function start(): Promise<{ readonly running: ServerProcess; readonly connect: () => APIClient }> {
  const running = new ServerProcess(
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    `--data-dir=${folder}`,
    `--write-kubeconfig=${kubeconfig}`,
  );
  server = running;
  const url = await running.serving();
  return { running, connect: () => new APIClient(url, kubeconfig) };
}

test(
  `the server loses no acknowledged write of ${writers} HTTPS clients in ${rounds} rounds of kill -9`,
  { timeout: 600_000 + rounds * 15_000 },
  async () => {
    const newest = new Map<string, Acknowledged>();
    const attempts = new Map<string, number>();
    const watched: Watched = { revision: 1, attempts: new Map([["first", 1]]), wrong: [] };
    let acknowledged = 0;
    let listed = 0;
    for (let round = 0; round <= rounds; round++) {
      const { running, connect } = await start();
      const client = connect();
      if (round === 0) await client.send("POST", toppings, marked("first", 1));
      listed = await checkState(client, newest, attempts, listed);
      if (round === rounds) {
        await checkWatch(client, watched, listed);
        client.close();
        break;
      }
      const clients = Array.from({ length: connections }, connect);
      const before = listed;
      const acknowledge = (done: Acknowledged) => {
        acknowledged++;
        if (done.revision !== undefined && done.revision <= before)
          watched.wrong.push(`revision ${done.revision} was used twice`);
        newest.set(done.name, done);
      };
      const working = [
        follow(client, watched),
        ...Array.from({ length: writers }, (_, writer) =>
          write(clients[writer % connections] ?? client, writer, attempts, acknowledge),
        ),
      ];
      const enough = acknowledged + 1 + Math.floor(Math.random() * 300);
      await eventually(() => acknowledged >= enough);
      running.child.kill("SIGKILL");
      await Promise.all([running.ended(), ...working]);
      for (const each of [client, ...clients]) each.close();
    }
    expect(acknowledged).toBeGreaterThan(rounds);
    console.log(
      `${acknowledged} acknowledged writes survived ${rounds} kills; ${watched.revision} revisions were watched, one after the other`,
    );
  },
);

/**
 * Checks that each object has the state of its newest acknowledged write or of a later write, and
 * that no object is incomplete.
 * @returns the revision of the list
 */
async function checkState(
  client: APIClient,
  newest: ReadonlyMap<string, Acknowledged>,
  attempts: ReadonlyMap<string, number>,
  before: number,
): Promise<number> {
  const { items, revision } = await listOf(client);
  expect(revision, "revisions only grow").toBeGreaterThanOrEqual(before);
  for (const { name, attempt, revision: written, isDeletion: wasDeletion } of newest.values()) {
    const item = items.get(name);
    const found = item && attemptOf(item);
    if (found === attempt) expect(Number(textOf(item?.["metadata"]?.["resourceVersion"])), name).toBe(written);
    else {
      const unanswered = Array.from({ length: (attempts.get(name) ?? 0) - attempt }, (_, index) => attempt + index + 1);
      if (found === undefined)
        expect(wasDeletion || unanswered.some(isDeletion), `${name} is gone after attempt ${attempt}`).toBe(true);
      else expect(unanswered, `${name} after attempt ${attempt}`).toContain(found);
    }
    expect(revision).toBeGreaterThanOrEqual(written ?? 0);
  }
  return revision;
}

async function listOf(
  client: APIClient,
): Promise<{ readonly items: ReadonlyMap<string, Json>; readonly revision: number }> {
  const list = await client.send("GET", toppings);
  return {
    items: new Map(itemsOf(list).map((item) => [textOf(item["metadata"]?.["name"]), item])),
    revision: Number(textOf(list.json["metadata"]?.["resourceVersion"])),
  };
}

/**
 * Continues the watch until the server ends. No other resource is written, so the watch must send
 * each revision exactly once.
 */
function follow(client: APIClient, watched: Watched, onEvent: () => void = () => undefined): Promise<void> {
  return client.watch(`${toppings}?watch=1&resourceVersion=${watched.revision}`, ({ type, object = {} }) => {
    const revision = Number(textOf(object["metadata"]?.["resourceVersion"]));
    const name = textOf(object["metadata"]?.["name"]);
    if (revision !== watched.revision + 1)
      watched.wrong.push(`${textOf(type)} ${name}: ${revision} after ${watched.revision}`);
    watched.revision = revision;
    if (textOf(type) === "DELETED") watched.attempts.delete(name);
    else watched.attempts.set(name, attemptOf(object));
    onEvent();
  });
}

/** Checks that the events of the watch lead to the current objects. */
async function checkWatch(client: APIClient, watched: Watched, current: number): Promise<void> {
  if (watched.revision < current) {
    await new Promise<void>((resolve) => {
      void follow(client, watched, () => {
        if (watched.revision >= current) resolve();
      });
    });
  }
  expect(watched.wrong).toEqual([]);
  const { items } = await listOf(client);
  expect([...watched.attempts].sort()).toEqual([...items].map(([name, item]) => [name, attemptOf(item)]).sort());
}
