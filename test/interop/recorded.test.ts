import { readdirSync } from "node:fs";
import { join } from "node:path";
import { newAPIGroups, MemoryStorage } from "@apimachinery/apiserver";
import { Scheme } from "@apimachinery/runtime";
import { expect, test } from "vitest";
import { InProcessServer } from "../apiserver/harness.js";
import { groupsServer } from "../peers/groups/definition.js";
import { namesIn, readRequests, recordings } from "./recorded/recorded-request.js";

/**
 * @file Sends the recorded requests of other programs to a server of the ready-made groups. The
 * README in the folder recorded/ names the programs.
 */

const files = readdirSync(recordings).filter((file) => file.endsWith(".jsonl"));

test.each(files)("the requests in %s get the responses that the program got", async (file) => {
  const storage = new MemoryStorage();
  const infos = newAPIGroups(groupsServer.groups, { scheme: new Scheme(), storage, keyPrefix: "/registry" });
  const server = new InProcessServer({ storage, groups: infos.map((info) => () => info) });
  const requests = readRequests(join(recordings, file));
  expect(requests.length).toBeGreaterThan(0);
  for (const { method, path, headers, body, status, names } of requests) {
    const sent = { headers, bytes: Buffer.from(body, "base64") };
    const { status: actual, body: answer } = await server.response(method, path, sent);
    if (typeof answer === "function") throw new Error(`${path} returns a stream`);
    const bytes = typeof answer === "string" ? Buffer.from(answer) : answer;
    expect([method, path, actual, namesIn(bytes)]).toEqual([method, path, status, names]);
  }
});
