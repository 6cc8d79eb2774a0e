import { createWriteStream, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { HistoryRecord } from "./history.js";

/** Records a history in memory and, if a path is given, in a file with one JSON record per line. */
export class Recorder {
  readonly history: HistoryRecord[] = [];
  readonly #file: WriteStream | undefined;
  readonly #started = performance.now();
  #position = 0;

  constructor(path?: string) {
    this.#file = path === undefined ? undefined : createWriteStream(path);
  }

  /** Returns the next position. Positions give the order of all records. */
  position(): number {
    return ++this.#position;
  }

  /** Returns the milliseconds since the start of the run. */
  time(): number {
    return Math.round(performance.now() - this.#started);
  }

  add(record: HistoryRecord): void {
    this.history.push(record);
    this.#file?.write(`${JSON.stringify(record)}\n`);
  }

  fault(text: string): void {
    this.add({ type: "fault", at: this.position(), time: this.time(), text });
  }

  /** Resolves when the file is complete. */
  async close(): Promise<void> {
    if (this.#file === undefined) return;
    this.#file.end();
    await finished(this.#file);
  }
}
