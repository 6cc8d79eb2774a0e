import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  BackupError,
  CompactedError,
  CorruptError,
  DataDirectoryError,
  openEmbeddedStorage,
  restoreBackup,
  writeBackup,
} from "../../../apiserver/storage/index.js";
import { bytes, collect, create, endOf, prefix, remove, show, showEvent, update } from "./conformance/helpers.js";
import { temporaryDirectories } from "./directories.js";
import { openLater, waitForKeys } from "./open-later.js";

const directories = temporaryDirectories();
afterAll(() => {
  directories.remove();
});

interface Place {
  readonly store: string;
  readonly file: string;
  readonly restored: string;
}

function newPlace(): Place {
  const folder = directories.make();
  return { store: join(folder, "store"), file: join(folder, "backup"), restored: join(folder, "new", "store") };
}

/** Creates a store with the revisions 2 to 5: a=1, a=2, b=1, and the deletion of b. */
async function filled(): Promise<Place> {
  const place = newPlace();
  const storage = await openEmbeddedStorage({ directory: place.store });
  await create(storage, "a", "1");
  await update(storage, "a", "2");
  await create(storage, "b", "1");
  await remove(storage, "b");
  await storage.close();
  return place;
}

async function backedUp(): Promise<Place> {
  const place = await filled();
  await writeBackup(place.store, place.file);
  return place;
}

describe("a restored store", () => {
  test("deletes the objects whose time to live has ended", async () => {
    const place = newPlace();
    const storage = await openEmbeddedStorage({ directory: place.store });
    await storage.create(`${prefix}expired`, bytes("1"), { ttl: 60 });
    await storage.create(`${prefix}later`, bytes("1"), { ttl: 3600 });
    await create(storage, "stays");
    await writeBackup(place.store, place.file);
    await storage.close();
    await restoreBackup(place.file, place.restored);
    const restored = await openLater(place.restored, 61);
    await waitForKeys(restored, [`${prefix}later`, `${prefix}stays`]);
    await restored.close();
  });

  test("it has the objects, the history and greater revisions", async () => {
    const { store, file, restored } = await filled();
    expect(await writeBackup(store, file)).toEqual({ objects: 1, revision: 5 });
    const { objects, revision, continuesAfter } = await restoreBackup(file, restored);
    expect({ objects, revision }).toEqual({ objects: 1, revision: 5 });
    const storage = await openEmbeddedStorage({ directory: restored });
    expect(await storage.currentRevision()).toBe(continuesAfter);
    expect((await storage.list(prefix)).items.map(show)).toEqual(["a=2@3"]);
    expect((await storage.list(prefix, { revision: 4 })).items.map(show)).toEqual(["a=2@3", "b=1@4"]);
    const watch = storage.watch(prefix, { after: 3 });
    const next = await create(storage, "c", "1");
    expect(next).toBe(continuesAfter + 1);
    expect((await collect(watch, 3)).map(showEvent)).toEqual([
      "b@4: - -> 1@4",
      "b@5: 1@4 -> -",
      `c@${next}: - -> 1@${next}`,
    ]);
    watch.close();
    await storage.close();
  });

  test("watches and reads of revisions after the backup are refused, also after a restart", async () => {
    const { file, restored } = await backedUp();
    const { continuesAfter } = await restoreBackup(file, restored);
    for (let run = 0; run < 2; run++) {
      const storage = await openEmbeddedStorage({ directory: restored });
      for (const revision of [6, continuesAfter - 1]) {
        expect(await endOf(storage.watch(prefix, { after: revision }))).toBeInstanceOf(CompactedError);
        await expect(storage.list(prefix, { revision })).rejects.toThrow(
          `revision ${revision} has been compacted, the oldest is ${continuesAfter}`,
        );
      }
      expect((await storage.list(prefix, { notOlderThan: 6 })).revision).toBe(continuesAfter);
      await storage.close();
    }
  });

  test("a second restore of the same backup does not use the revisions of the first one", async () => {
    const { file, restored } = await backedUp();
    const first = await restoreBackup(file, restored);
    const second = await restoreBackup(file, `${restored}-2`);
    expect(second.continuesAfter).toBeGreaterThan(first.continuesAfter);
  });

  test("a backup of a restored store keeps the lost revisions of both restores", async () => {
    const { file, restored } = await backedUp();
    const first = await restoreBackup(file, restored);
    await writeBackup(restored, `${file}-2`);
    const second = await restoreBackup(`${file}-2`, `${restored}-2`);
    expect(second.revision).toBe(first.continuesAfter);
    const storage = await openEmbeddedStorage({ directory: `${restored}-2` });
    for (const revision of [6, first.continuesAfter + 1])
      await expect(storage.list(prefix, { revision })).rejects.toBeInstanceOf(CompactedError);
    await storage.close();
  });

  test("it continues after the compaction of the backup", async () => {
    const place = newPlace();
    const storage = await openEmbeddedStorage({ directory: place.store });
    await create(storage, "a", "1");
    await update(storage, "a", "2");
    await remove(storage, "a");
    await storage.compact(4);
    await storage.close();
    expect(await writeBackup(place.store, place.file)).toEqual({ objects: 0, revision: 4 });
    await restoreBackup(place.file, place.restored);
    const restored = await openEmbeddedStorage({ directory: place.restored });
    await expect(restored.list(prefix, { revision: 3 })).rejects.toBeInstanceOf(CompactedError);
    expect((await restored.list(prefix, { revision: 4 })).items).toEqual([]);
    await restored.close();
  });

  test("an empty store can be restored", async () => {
    const place = newPlace();
    await (await openEmbeddedStorage({ directory: place.store })).close();
    expect(await writeBackup(place.store, place.file)).toEqual({ objects: 0, revision: 1 });
    expect((await restoreBackup(place.file, place.restored)).objects).toBe(0);
  });

  test("values of several megabytes are restored", async () => {
    const place = newPlace();
    const storage = await openEmbeddedStorage({ directory: place.store });
    const value = Buffer.alloc(20 << 20, "x");
    await storage.create(`${prefix}large`, value);
    await storage.close();
    await writeBackup(place.store, place.file);
    await restoreBackup(place.file, place.restored);
    const restored = await openEmbeddedStorage({ directory: place.restored });
    const { item } = await restored.get(`${prefix}large`);
    expect(value.equals(item?.value ?? Buffer.alloc(0))).toBe(true);
    await restored.close();
  });
});

describe("a backup is refused", () => {
  test("an existing file is not overwritten", async () => {
    const { store, file } = await backedUp();
    const before = readFileSync(file);
    await expect(writeBackup(store, file)).rejects.toThrow(`${file} exists already: remove it, or name another file`);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test.each([
    ["a folder that does not exist", (file: string) => join(file, "..", "missing", "x"), "is not a folder: create it"],
    ["a file in the store", (file: string) => join(file, "..", "store", "x"), "is the store itself"],
  ])("%s", async (_, target, message) => {
    const { store, file } = await filled();
    await expect(writeBackup(store, target(file))).rejects.toThrow(message);
    expect(existsSync(target(file))).toBe(false);
  });

  test("a folder without a store", async () => {
    const { store, file } = newPlace();
    await expect(writeBackup(store, file)).rejects.toThrow(`data directory ${store} has no embedded store`);
    expect(existsSync(file)).toBe(false);
  });

  test("a store of a newer format", async () => {
    const { store, file } = await filled();
    writeFileSync(join(store, "format"), "apimachinery-storage 99\n");
    await expect(writeBackup(store, file)).rejects.toBeInstanceOf(DataDirectoryError);
    expect(readdirSync(join(store, ".."))).toEqual(["store"]);
  });

  test("a store with a damaged record, and no file remains", async () => {
    const { store, file } = await filled();
    const data = join(store, "data.mdb");
    const bytes = readFileSync(data);
    // Pages that are no longer in use can contain further copies of the record.
    const record = `${prefix}a2`;
    for (let at = bytes.indexOf(record); at >= 0; at = bytes.indexOf(record, at + 1))
      bytes.writeUInt8(0x7a, at + prefix.length + 1);
    writeFileSync(data, bytes);
    await expect(writeBackup(store, file)).rejects.toBeInstanceOf(CorruptError);
    expect(readdirSync(join(store, ".."))).toEqual(["store"]);
  });
});

describe("a restore is refused", () => {
  const damages: Record<string, readonly [damage: (file: string) => void, message: RegExp]> = {
    "a truncated backup": [
      (file) => {
        truncateSync(file, statSync(file).size - 20);
      },
      /at byte \d+: the backup is incomplete or damaged/,
    ],
    "a backup without its end": [
      (file) => {
        truncateSync(file, statSync(file).size - 43);
      },
      /at byte \d+: the backup is incomplete or damaged/,
    ],
    "a backup with a changed byte": [
      (file) => {
        const bytes = readFileSync(file);
        const at = bytes.lastIndexOf(`${prefix}a2`) + prefix.length + 1;
        bytes.writeUInt8(0x7a, at);
        writeFileSync(file, bytes);
      },
      /at byte \d+: the entry is damaged: its checksum is wrong/,
    ],
    "a backup with a changed time": [
      (file) => {
        writeFileSync(file, readFileSync(file, "latin1").replace('"time":"2', '"time":"3'), "latin1");
      },
      /at byte \d+: entries are missing or changed/,
    ],
    "a backup with more data": [
      (file) => {
        appendFileSync(file, "x");
      },
      /at byte \d+: data follow the end of the backup\. Use another backup/,
    ],
    "a backup of a newer format": [
      (file) => {
        writeFileSync(file, readFileSync(file, "latin1").replace("backup 1\n", "backup 2\n"), "latin1");
      },
      /at byte 0: it has the format "apimachinery-backup 2"; this program needs "apimachinery-backup 1"/,
    ],
    "a backup of a store of a newer format": [
      (file) => {
        writeFileSync(file, readFileSync(file, "latin1").replace(/storage \d+/, "storage 9"), "latin1");
      },
      /at byte 22: the store of this backup has the format "apimachinery-storage 9"/,
    ],
    "a foreign file": [
      (file) => {
        writeFileSync(file, "hello ".repeat(20_000));
      },
      /at byte 0: it is not a backup of this program/,
    ],
    "an empty file": [
      (file) => {
        writeFileSync(file, "");
      },
      /at byte 0: it is not a backup of this program/,
    ],
  };
  test.each(Object.entries(damages))("%s, and nothing is created", async (_, [damage, message]) => {
    const { file, restored } = await backedUp();
    damage(file);
    const refused = restoreBackup(file, restored);
    await expect(refused).rejects.toBeInstanceOf(BackupError);
    await expect(refused).rejects.toThrow(message);
    expect(existsSync(join(restored, ".."))).toBe(false);
  });

  test("a missing file and a folder", async () => {
    const { store, file, restored } = await filled();
    await expect(restoreBackup(file, restored)).rejects.toThrow(`${file} can't be read: ENOENT`);
    await expect(restoreBackup(store, restored)).rejects.toThrow(`${store} is not a file`);
  });

  test("a folder with a store, which stays unchanged", async () => {
    const { store, file } = await backedUp();
    await expect(restoreBackup(file, store)).rejects.toThrow(`data directory ${store} is not empty`);
    const storage = await openEmbeddedStorage({ directory: store });
    expect(await storage.currentRevision()).toBe(5);
    await storage.close();
  });

  test("a folder in which another restore runs", async () => {
    const { file, restored } = await backedUp();
    const other = await openEmbeddedStorage({ directory: join(restored, "..", "restoring") });
    await expect(restoreBackup(file, restored)).rejects.toThrow("is in use by this process");
    await other.close();
  });
});

test("a restore replaces the remains of a restore that was killed", async () => {
  const { store, file, restored } = await backedUp();
  const part = join(restored, "..", "restoring");
  mkdirSync(part, { recursive: true });
  copyFileSync(join(store, "format"), join(part, "format"));
  writeFileSync(join(part, "data.mdb"), "");
  await restoreBackup(file, restored);
  expect(readdirSync(join(restored, ".."))).toEqual(["store"]);
});
