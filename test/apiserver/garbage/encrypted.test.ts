import { afterAll, expect, test } from "vitest";
import {
  aesGCM,
  CachedStorage,
  EncryptedStorage,
  Encryption,
  openEmbeddedStorage,
  PrefixTransformers,
  type Storage,
} from "../../../apiserver/storage/index.js";
import { eventually } from "../../eventually.js";
import { temporaryDirectories } from "../storage/directories.js";
import { blocking, DepotServer, ownerOf } from "./depot-server.js";

const directories = temporaryDirectories();
afterAll(() => {
  directories.remove();
});

const keys = { one: 1, two: 2 } as const;
type Key = keyof typeof keys;

/** Returns an encrypted storage. The first key encrypts. */
function encrypted(storage: Storage, first: Key, ...others: readonly Key[]): Storage {
  const entryOf = (name: Key) => ({
    prefix: `k8s:enc:aesgcm:v1:${name}:`,
    transformer: aesGCM(Buffer.alloc(32, keys[name])),
  });
  const transformer = new PrefixTransformers({
    entries: [entryOf(first), ...others.map(entryOf)],
    noMatch: "no matching prefix found",
    onTransformation: () => undefined,
  });
  const encryption = new Encryption(new Map([["*.*", transformer]]));
  return new EncryptedStorage({ storage, encryption, prefix: "/registry/" });
}

test("the garbage collector finds the dependents of encrypted objects, also after a restart with another key", async () => {
  const directory = directories.make();
  let store = await openEmbeddedStorage({ directory });
  const before = new DepotServer(encrypted(store, "one"));
  const policies = { background: "Background", foreground: "Foreground", orphan: "Orphan" } as const;
  for (const [name, propagationPolicy] of Object.entries(policies)) {
    const owner = await before.create("Car", name);
    await before.create("Wheel", name, { owners: [ownerOf(owner, blocking)] });
    await before.delete("Car", name, { propagationPolicy });
  }
  expect(await before.names("Car")).toEqual(["foreground", "orphan"]);
  const { items } = await store.list("/registry/depot.example.com/");
  const beginnings = items.map(({ value }) => Buffer.from(value).toString("latin1", 0, 22));
  expect(beginnings).toEqual(items.map(() => "k8s:enc:aesgcm:v1:one:"));
  expect(items).toHaveLength(5);
  await before.stop();

  store = await openEmbeddedStorage({ directory });
  const after = new DepotServer(new CachedStorage({ storage: encrypted(store, "two", "one"), sizeOf: () => 100 }));
  after.collect();
  await eventually(async () => {
    expect([await after.names("Car"), await after.names("Wheel")]).toEqual([[], ["orphan"]]);
  });
  expect((await after.find("Wheel", "orphan"))?.metadata).not.toHaveProperty("ownerReferences");
  expect(after.logged).toEqual([]);
  await after.stop();
});
