import { openEmbeddedStorage } from "../../../../apiserver/storage/index.js";

/**
 * Script that opens a data directory and writes until three writes were refused or `count` objects
 * exist. It prints the results as one line of JSON. The last argument is the id of the user as whom
 * it runs.
 */
const [directory = "", count = "0", size = "10", user] = process.argv.slice(2);
if (user !== undefined) process.setuid?.(Number(user));

async function use(): Promise<Record<string, unknown>> {
  const storage = await openEmbeddedStorage({ directory });
  const errors: unknown[] = [];
  let written = 0;
  while (written < Number(count) && errors.length < 3) {
    await storage.create(`/${process.pid}/${written + errors.length}`, Buffer.alloc(Number(size), "x")).then(
      () => written++,
      (error: unknown) => errors.push(described(error)),
    );
  }
  const { items } = await storage.list("/");
  const revision = await storage.currentRevision();
  await storage.close();
  return { written, errors, items: items.length, revision };
}

function described(error: unknown): unknown {
  return error instanceof Error ? { name: error.name, message: error.message } : error;
}

const seen = await use().catch((error: unknown) => ({ failed: described(error) }));
process.stdout.write(`${JSON.stringify(seen)}\n`);
