import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../fuzz/random.js";
import type { Operation, Sighting } from "./history.js";
import type { RecordingClient } from "./recording-client.js";

/** Pause after a request that no server accepted, in milliseconds. */
const pauseAfterFailure = 30;

/** Reads and writes random objects, a request at a time, until it is stopped. */
export class Writer {
  readonly #client: RecordingClient;
  readonly #names: readonly string[];
  readonly #random: Random;
  readonly #think: number;
  /** The last seen versions. A deleted object has no entry. */
  readonly #known = new Map<string, Sighting>();
  /** The last revision that this client has seen. */
  #revision = 0;
  #writes = 0;

  /** @param think longest pause between two requests, in milliseconds */
  constructor(client: RecordingClient, names: readonly string[], random: Random, think: number) {
    this.#client = client;
    this.#names = names;
    this.#random = random;
    this.#think = think;
  }

  async run(isStopped: () => boolean): Promise<void> {
    while (!isStopped()) {
      const { outcome, status } = await this.#turn(this.#random.pick(this.#names));
      const isDown = outcome !== "ok" && (status === undefined || status >= 429);
      await pause(isDown ? pauseAfterFailure : this.#random.int(this.#think + 1));
    }
  }

  async #turn(name: string): Promise<Operation> {
    const choice = this.#random.int(100);
    if (choice < 35) return this.#read(name, choice);
    // Half of the writes rely on what the client knows, and therefore often conflict.
    if (choice < 70 || !this.#known.has(name)) {
      const current = this.#learn(await this.#client.get(name, { at: "newest" }));
      if (current.object === undefined && current.status !== 404) return current;
    }
    return this.#write(name);
  }

  async #read(name: string, choice: number): Promise<Operation> {
    const revision = this.#revision;
    if (choice < 8) return this.#learn(await this.#client.get(name, { at: "newest" }));
    if (choice < 12) return this.#client.get(name, { at: "not-older-than", revision: 0 });
    if (choice < 14) return this.#client.get(name, { at: "not-older-than", revision });
    if (choice < 20) return this.#learn(await this.#client.list({ at: "newest" }));
    if (choice < 24) return this.#client.list({ at: "not-older-than", revision: 0 });
    if (choice < 27) return this.#client.list({ at: "not-older-than", revision });
    if (choice < 29 && revision > 0) return this.#client.list({ at: "exactly", revision });
    await this.#client.listPages(1 + this.#random.int(3));
    return this.#learn(await this.#client.get(name, { at: "newest" }));
  }

  async #write(name: string): Promise<Operation> {
    const value = `${this.#client.options.name}-${++this.#writes}`;
    const known = this.#known.get(name);
    if (known === undefined || this.#random.chance(0.06)) return this.#learn(await this.#client.create(name, value));
    const { uid, revision } = known;
    const choice = this.#random.int(100);
    if (choice < 45) return this.#learn(await this.#client.update(name, value, { revision, uid }));
    if (choice < 65) return this.#learn(await this.#client.patch(name, value));
    if (choice < 80) return this.#learn(await this.#client.patch(name, value, { revision }));
    return this.#learn(await this.#client.delete(name, choice < 90 ? { uid } : { uid, revision }));
  }

  #learn(operation: Operation): Operation {
    const { verb, name = "", outcome, object, status, revision = 0 } = operation;
    this.#revision = Math.max(this.#revision, revision, object?.revision ?? 0);
    if (object !== undefined) this.#known.set(name, object);
    else if ((verb === "delete" && outcome === "ok") || status === 404) this.#known.delete(name);
    return operation;
  }
}
