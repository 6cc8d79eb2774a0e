import { expect, test } from "vitest";
import {
  copyObjects,
  MemoryStorage,
  type KeySpace,
  type KeyValue,
  type Storage,
  type StorageWriteOptions,
} from "../../../apiserver/storage/index.js";

const space = (storage: Storage, name: string, prefix = "/registry"): KeySpace => ({ storage, prefix, name });

async function filled(objects: number): Promise<MemoryStorage> {
  const storage = new MemoryStorage();
  for (let index = 0; index < objects; index++) await storage.create(keyOf(index), Buffer.from(`value ${index}`));
  return storage;
}

const keyOf = (index: number, prefix = "/registry") => `${prefix}/g/r/${String(index).padStart(5, "0")}`;

async function contentOf(storage: Storage): Promise<readonly (readonly [string, string])[]> {
  const { items } = await storage.list("/");
  return items.map(({ key, value }) => [key, Buffer.from(value).toString()] as const);
}

test("all objects are copied in pages, and the progress is reported", async () => {
  const [from, to] = [await filled(1001), new MemoryStorage()];
  await from.create("/registryother/x", Buffer.from("outside of the prefix"));
  const progress: number[] = [];
  const result = await copyObjects(space(from, "a"), space(to, "b"), (objects) => progress.push(objects));
  expect(result).toEqual({ copied: 1001, existed: 0 });
  expect(progress).toEqual([200, 400, 600, 800, 1000, 1001]);
  expect(await contentOf(to)).toEqual((await contentOf(from)).filter(([key]) => key !== "/registryother/x"));
});

test("a copy gets the prefix of the target", async () => {
  const [from, to] = [await filled(2), new MemoryStorage()];
  await copyObjects(space(from, "a"), space(to, "b", "/other/prefix"), () => undefined);
  expect((await contentOf(to)).map(([key]) => key)).toEqual([keyOf(0, "/other/prefix"), keyOf(1, "/other/prefix")]);
});

test("a copy gets the time to live of the source's objects", async () => {
  const [from, to] = [await filled(2), new MemoryStorage()];
  const lives: (readonly [string, number])[] = [];
  const recording: Storage = Object.create(to, {
    create: {
      value: (key: string, value: Uint8Array, { ttl = 0 }: StorageWriteOptions = {}) => {
        lives.push([key, ttl]);
        return to.create(key, value);
      },
    },
    list: { value: to.list.bind(to) },
    get: { value: to.get.bind(to) },
  }) as Storage;
  const ttlOf = ({ key }: KeyValue) => (key === keyOf(1) ? 60 : 0);
  await copyObjects({ ...space(from, "a"), ttlOf }, space(recording, "b", "/other"), () => undefined);
  expect(lives).toEqual([
    [keyOf(0, "/other"), 0],
    [keyOf(1, "/other"), 60],
  ]);
});

test("an interrupted copy can be repeated", async () => {
  const [from, to] = [await filled(500), new MemoryStorage()];
  let writes = 0;
  const failing: Storage = Object.create(to, {
    create: {
      value: (key: string, value: Uint8Array) =>
        ++writes > 300 ? Promise.reject(new Error("connection lost")) : to.create(key, value),
    },
    list: { value: to.list.bind(to) },
    get: { value: to.get.bind(to) },
  }) as Storage;
  await expect(copyObjects(space(from, "a"), space(failing, "b"), () => undefined)).rejects.toThrow("connection lost");
  expect(await copyObjects(space(from, "a"), space(to, "b"), () => undefined)).toEqual({ copied: 200, existed: 300 });
  expect(await contentOf(to)).toEqual(await contentOf(from));
  expect(await copyObjects(space(from, "a"), space(to, "b"), () => undefined)).toEqual({ copied: 0, existed: 500 });
});

test("a target with other objects is refused before anything is written", async () => {
  const from = await filled(3);
  const different = new MemoryStorage();
  await different.create(keyOf(2), Buffer.from("other"));
  await expect(copyObjects(space(from, "a"), space(different, "b"), () => undefined)).rejects.toThrow(
    `${keyOf(2)} of b has another value than ${keyOf(2)} of a. Use an empty target`,
  );
  expect(await contentOf(different)).toHaveLength(1);
  const foreign = new MemoryStorage();
  await foreign.create("/registry/x", Buffer.from("x"));
  await expect(copyObjects(space(from, "a"), space(foreign, "b"), () => undefined)).rejects.toThrow(
    "b has the object /registry/x, which a does not have. Use a target without objects under /registry/",
  );
  expect(await contentOf(foreign)).toHaveLength(1);
});

test("a write to the target during the copy is an error", async () => {
  const [from, to] = [await filled(3), new MemoryStorage()];
  const copy = copyObjects(space(from, "a"), space(to, "b"), () => void to.create("/registry/y", Buffer.from("y")));
  await expect(copy).rejects.toThrow("b has the object /registry/y, which a does not have");
});
