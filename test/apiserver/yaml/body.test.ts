import { beforeEach, expect, test, vi } from "vitest";
import { readYAMLBody, writeYAMLBody } from "../../../apiserver/yaml/body.js";
import type { YAMLJob } from "../../../apiserver/yaml/thread.js";

const jobs = vi.hoisted((): { user: string; job: YAMLJob }[] => []);

vi.mock(import("../../../apiserver/yaml/thread.js"), async (original) => ({
  ...(await original()),
  hasThread: true,
  inThread: (user, job) => {
    jobs.push({ user, job });
    return Promise.resolve("in the thread");
  },
}));

beforeEach(() => {
  jobs.length = 0;
});

const yamlOf = (length: number) => `a: ${"x".repeat(length - 3)}`;

test("a worker thread reads YAML of more than 4 KiB, and each user has a queue", async () => {
  expect(await readYAMLBody(yamlOf(4096), "bob")).toEqual({
    json: JSON.stringify({ a: "x".repeat(4093) }),
    duplicates: [],
  });
  expect(jobs).toEqual([]);
  expect(await readYAMLBody(yamlOf(5 * 1024), "bob")).toBe("in the thread");
  expect(jobs).toEqual([{ user: "bob", job: { kind: "read", text: yamlOf(5 * 1024) } }]);
});

test("the main thread reads long JSON", async () => {
  const json = JSON.stringify({ a: "x".repeat(10_000) });
  expect(await readYAMLBody(json, "bob")).toEqual({ json, duplicates: [] });
  expect(jobs).toEqual([]);
});

test("a worker thread converts JSON of more than 128 KiB to YAML", async () => {
  expect(await writeYAMLBody('{"a":"b"}', "bob")).toBe("a: b\n");
  expect(await writeYAMLBody(JSON.stringify({ a: "x".repeat(130_000) }), "ann")).toHaveLength(130_004);
  expect(jobs).toEqual([]);
  expect(await writeYAMLBody(JSON.stringify({ a: "x".repeat(131_072) }), "ann")).toBe("in the thread");
  expect(jobs.map(({ user, job }) => [user, job.kind])).toEqual([["ann", "write"]]);
});
