import { runInNewContext } from "node:vm";
import type { User } from "@apimachinery/apiserver";
import { expect, test } from "vitest";
import { authenticate } from "../../apiserver/filters/authentication.js";
import type { Authenticator } from "../../apiserver/authentication/authenticator.js";
import type { HTTPRequest } from "../../apiserver/http/types.js";

const request: HTTPRequest = {
  method: "GET",
  uri: "/",
  path: "/",
  query: new URLSearchParams(),
  header: () => undefined,
  headerLines: () => [],
  headerNames: () => [],
  readBody: () => Promise.resolve(Buffer.alloc(0)),
  peer: { certificate: undefined },
};
const user = (name: string): User => ({ name, groups: [], extra: {} });
const none: Authenticator = () => undefined;
const fails: Authenticator = () => {
  throw new Error("bad");
};
const rejects: Authenticator = () => Promise.reject(new Error("bad"));
const later =
  (name: string): Authenticator =>
  () =>
    Promise.resolve(user(name));
/** A user without groups, as a program without types can return it. */
const incomplete: Authenticator = () => JSON.parse('{"name":"x"}') as User;
const elsewhere: Authenticator = () =>
  runInNewContext('Promise.resolve({ name: "vm", groups: [], extra: {} })') as Promise<User>;

test.each<[string, readonly Authenticator[], string]>([
  ["the first user is found at once", [none, () => user("a"), later("b")], "a"],
  ["the first user is found later", [none, later("b"), () => user("a")], "b"],
  ["an earlier authenticator has failed", [fails, rejects, later("b")], "b"],
  ["the promise is of another context", [elsewhere], "vm"],
  ["no authenticator finds a user", [none], "system:anonymous"],
])("a request has a user: %s", async (_, authenticators, name) => {
  expect((await authenticate(authenticators, request)).name).toBe(name);
});

test.each<[string, readonly Authenticator[]]>([
  ["an authenticator throws", [fails, none]],
  ["a promise is rejected", [rejects, none]],
  ["a user is incomplete", [incomplete, none]],
])("a request is refused if credentials are invalid: %s", async (_, authenticators) => {
  await expect((async () => authenticate(authenticators, request))()).rejects.toMatchObject({ code: 401 });
});

test("a user gets the group of authenticated users, found at once or later", async () => {
  for (const authenticator of [() => user("a"), later("a")])
    expect((await authenticate([authenticator], request)).groups).toEqual(["system:authenticated"]);
});
