import { afterAll } from "vitest";
import { MemoryStorage, openEmbeddedStorage, openWatchCache, type Storage } from "../../../apiserver/storage/index.js";
import { conformance } from "./conformance.js";
import { prefix } from "./conformance/helpers.js";
import { temporaryDirectories } from "./directories.js";

const directories = temporaryDirectories();
const stores: Storage[] = [];
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  directories.remove();
});

async function cached(storage: Storage): Promise<Storage> {
  stores.push(storage);
  return openWatchCache({ storage, prefix, timeout: 500 });
}

conformance("watch cache over the memory storage", () => cached(new MemoryStorage()));
conformance("watch cache over the embedded storage", async () =>
  cached(await openEmbeddedStorage({ directory: directories.make() })),
);
