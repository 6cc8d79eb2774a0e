import { beforeEach, describe, expect, test } from "vitest";
import {
  MemoryStorage,
  UnconfirmedWriteError,
  type StorageDeletion,
  type KeyValue,
} from "../../apiserver/storage/index.js";
import { InProcessServer, textOf, toppings, type Reply } from "./harness.js";

/** A remote store that executes writes, but whose confirmations are lost. */
class UnconfirmedStorage extends MemoryStorage {
  // Servers use a cached object for the first attempt of a write to a store with other writers.
  override readonly isExclusive = false;
  isBroken = false;

  override async update(key: string, value: Uint8Array, revision: number): Promise<KeyValue> {
    const updated = await super.update(key, value, revision);
    return this.isBroken ? this.#lose() : updated;
  }

  override async delete(key: string, revision?: number): Promise<StorageDeletion> {
    const deletion = await super.delete(key, revision);
    return this.isBroken ? this.#lose() : deletion;
  }

  #lose(): never {
    throw new UnconfirmedWriteError("the connection was lost");
  }
}

describe("a write that the store executed, but did not confirm, is reported and not repeated", () => {
  let storage: UnconfirmedStorage;
  let server: InProcessServer;
  let revision: string;
  beforeEach(async () => {
    storage = new UnconfirmedStorage();
    server = new InProcessServer({ storage });
    const created = await server.post(toppings, { metadata: { name: "cheese" }, spec: { cost: 1 } });
    revision = textOf(created.json["metadata"]?.["resourceVersion"]);
  });

  /** Sends a request whose write is not confirmed. Returns the number of writes. */
  async function writesOf(send: () => Promise<Reply>): Promise<{ readonly reply: Reply; readonly writes: number }> {
    storage.isBroken = true;
    const before = await storage.currentRevision();
    const reply = await send();
    storage.isBroken = false;
    return { reply, writes: (await storage.currentRevision()) - before };
  }

  const timeout = { code: 504, reason: "Timeout", status: "Failure" };

  test("a patch", async () => {
    const patch = { spec: { cost: 2 } };
    const { reply, writes } = await writesOf(() => server.patch(`${toppings}/cheese`, "merge-patch", patch));
    expect(reply.json).toMatchObject(timeout);
    expect(writes).toBe(1);
    expect((await server.get(`${toppings}/cheese`)).json).toMatchObject(patch);
  });

  test("an update of a version", async () => {
    const object = { metadata: { name: "cheese", resourceVersion: revision }, spec: { cost: 3 } };
    const { reply, writes } = await writesOf(() => server.put(`${toppings}/cheese`, object));
    expect(reply.json).toMatchObject(timeout);
    expect(writes).toBe(1);
  });

  test("a delete", async () => {
    const { reply, writes } = await writesOf(() => server.delete(`${toppings}/cheese`));
    expect(reply.json).toMatchObject(timeout);
    expect(writes).toBe(1);
    expect((await server.get(`${toppings}/cheese`)).status).toBe(404);
  });
});
