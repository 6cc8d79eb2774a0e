import type { LeaderElectionRecord, ResourceLock } from "@apimachinery/client";
import { eventually } from "../eventually.js";

/** A lock in memory, which records each update. */
export class MemoryLock implements ResourceLock {
  readonly description = "memory";
  readonly updates: LeaderElectionRecord[] = [];
  failure: Error | undefined;
  #reads = 0;
  constructor(
    readonly identity: string,
    public record: LeaderElectionRecord,
  ) {}
  get(): Promise<{ record: LeaderElectionRecord; raw: string }> {
    this.#reads++;
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return Promise.resolve({ record: this.record, raw: JSON.stringify(this.record) });
  }
  create(): Promise<void> {
    return Promise.reject(new Error("the lock exists"));
  }
  update(record: LeaderElectionRecord): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    this.updates.push(record);
    this.record = record;
    return Promise.resolve();
  }
  recordEvent(): void {}
  /** Waits until the lock was read a number of times. */
  async reads(count: number): Promise<void> {
    const wanted = this.#reads + count;
    await eventually(() => this.#reads >= wanted);
  }
}
