import { open, type Database as Table } from "lmdb";
import { pageSize } from "./page-size.js";
import { bufferOf } from "../../util/buffer-of.js";

/** A row of a table. The bytes are valid only until the next row is read. */
export interface StoreRow {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Tables of a store, as they were when the snapshot was opened. */
export interface StoreSnapshot {
  readonly tables: readonly string[];
  /**
   * Yields the rows of a table whose keys are greater than `key`; all rows if `key` is empty.
   * Callers must finish the iteration synchronously.
   */
  rowsAfter(table: string, key: Uint8Array): Iterable<StoreRow>;
  close(): Promise<void>;
}

/**
 * Opens the data file of a store for reading, while another process may write to it. All reads
 * return the same state, with all writes that were acknowledged before the call. Until the snapshot
 * is closed, the other process cannot reuse the space of removed data, so its file grows.
 */
export function openSnapshot(directory: string): StoreSnapshot {
  const root = open<Buffer, string>({ path: directory, readOnly: true, pageSize, maxDbs: 8, encoding: "binary" });
  const options = { encoding: "binary", keyEncoding: "binary" } as const;
  const names = [...root.getKeys({})];
  const tables = new Map<string, Table<Buffer, Buffer>>();
  for (const name of names) tables.set(name, root.openDB<Buffer, Buffer>(name, options));
  const transaction = root.useReadTransaction();
  return {
    tables: names,
    *rowsAfter(table, after) {
      const start = after.length === 0 ? {} : { start: Buffer.from(after), exclusiveStart: true };
      for (const { key, value } of tables.get(table)?.getRange({ ...start, transaction }) ?? [])
        // lmdb returns values above 16 MB as Uint8Array.
        yield { key: bufferOf(key), value: bufferOf(value) };
    },
    async close() {
      transaction.done();
      await root.close();
    },
  };
}
