import { expect, test } from "vitest";
import {
  CorruptError,
  MemoryStorage,
  StorageUnavailableError,
  StorageWriteError,
} from "../../apiserver/storage/index.js";
import { embeddedWriteFailure } from "../../apiserver/storage/embedded/failures.js";
import { InProcessServer, pizza, pizzas } from "./harness.js";

const directory = "/var/lib/pizza/store";
const cause = new Error("bytes.readUInt32BE is not a function");

test("only the log contains the data directory and the cause of a failed write, not the response", async () => {
  const storage = new MemoryStorage();
  const server = new InProcessServer({ storage });
  storage.create = () => Promise.reject(embeddedWriteFailure(cause, directory));
  const { json } = await server.post(pizzas, pizza("a", "tomato"));
  expect(json).toMatchObject({
    code: 500,
    reason: "InternalError",
    message:
      "Internal error occurred: nothing was written: the storage refused the write; the log of the server has the reason",
  });
  expect(JSON.stringify(json)).not.toContain(directory);
  expect(server.logged.join("\n")).toContain(`nothing was written to ${directory}: ${cause.message}`);
});

test.each<readonly [title: string, failure: Error, code: number, message: string]>([
  [
    "a full disk is reported as such",
    new StorageWriteError(`nothing was written to ${directory}: it is full`, "the disk of the server is full"),
    500,
    "Internal error occurred: nothing was written: the disk of the server is full",
  ],
  [
    "other failures of the store have a general message",
    new CorruptError(`data directory ${directory} is damaged`),
    500,
    "Internal error occurred: the storage failed; the log of the server has the reason",
  ],
  [
    "a store that is not ready asks the client to try again",
    new StorageUnavailableError(directory),
    429,
    "storage is (re)initializing",
  ],
])("%s", async (_, failure, code, message) => {
  const storage = new MemoryStorage();
  const server = new InProcessServer({ storage });
  storage.list = () => Promise.reject(failure);
  storage.get = () => Promise.reject(failure);
  for (const path of [pizzas, `${pizzas}/a`]) {
    const { json } = await server.get(path);
    expect([json["code"], json["message"]]).toEqual([code, message]);
    expect(JSON.stringify(json)).not.toContain(directory);
  }
  if (code === 500) expect(server.logged.join("\n")).toContain(directory);
});
