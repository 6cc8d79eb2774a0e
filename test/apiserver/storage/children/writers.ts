import { writeSync } from "node:fs";
import { openEmbeddedStorage, type Storage } from "../../../../apiserver/storage/index.js";

/** Time to live of every second object, in seconds. The writers are killed before it ends. */
const ttl = 3600;

/**
 * Runs 16 writers until the process is killed. Each writer prints a line for an acknowledged write
 * before it begins the next one: `<key> <revision> <number of the value, or - for a deletion>`.
 */
const [directory = "", round = "0"] = process.argv.slice(2);
const storage = await openEmbeddedStorage({ directory });
writeSync(1, "ready\n");
await Promise.all(Array.from({ length: 16 }, (_, writer) => write(storage, writer)));

async function write(store: Storage, writer: number): Promise<void> {
  for (let count = 1; ; count++) {
    const key = `/registry/pizzas/${writer}/${count % 20}`;
    const number = `${round}.${writer}.${count}`;
    // The value spans several pages and repeats the number at its end, so that a test detects an
    // incomplete value.
    const expires = count % 2 === 0;
    const value = Buffer.from(
      JSON.stringify({ number, expires, filling: "x".repeat((count * 37) % 3000), end: number }),
    );
    const options = expires ? { ttl } : {};
    const { item } = await store.get(key);
    if (item === undefined) acknowledge(key, (await store.create(key, value, options)).revision, number);
    else if (count % 3 === 0) acknowledge(key, (await store.delete(key, item.revision)).revision, "-");
    else acknowledge(key, (await store.update(key, value, item.revision, options)).revision, number);
    if (writer === 0 && count % 200 === 0) await store.compact(Math.max(1, (await store.currentRevision()) - 5000));
  }
}

function acknowledge(key: string, revision: number, number: string): void {
  writeSync(1, `${key} ${revision} ${number}\n`);
}
