import { errors, shortHumanDuration } from "@apimachinery/apiserver";
import { expect, test } from "vitest";
import { vectors } from "../runtime/vectors.js";

test("durations in one unit have the same form as in Go", () => {
  const { shortHumanDuration: rows } = vectors("validation") as {
    readonly shortHumanDuration: Readonly<Record<string, string>>;
  };
  expect(
    Object.fromEntries(
      Object.keys(rows).map((milliseconds) => [milliseconds, shortHumanDuration(Number(milliseconds))]),
    ),
  ).toEqual(rows);
});

test("errors for unknown verbs, timeouts and expired resources have Go's messages", () => {
  const resource = { group: "g.io", name: "things" };
  const parts = [
    errors.newMethodNotSupported(resource, "patch"),
    errors.newServerTimeout(resource, "list", 2),
    errors.newGone("gone"),
  ].map(({ status: { code, reason, message, details } }) => ({ code, reason, message, details }));
  expect(parts).toEqual([
    {
      code: 405,
      reason: "MethodNotAllowed",
      message: 'patch is not supported on resources of kind "things.g.io"',
      details: { group: "g.io", kind: "things" },
    },
    {
      code: 500,
      reason: "ServerTimeout",
      message: "The list operation against things.g.io could not be completed at this time, please try again.",
      details: { name: "list", group: "g.io", kind: "things", retryAfterSeconds: 2 },
    },
    { code: 410, reason: "Gone", message: "gone", details: undefined },
  ]);
});
