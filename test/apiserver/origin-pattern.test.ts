import { expect, test } from "vitest";
import { originPattern } from "../../apiserver/options/origin-pattern.js";
import { requestLimits } from "../../apiserver/http/request-limits.js";
import { defaultRunConfig } from "../../apiserver/request/run-config.js";
import { InProcessServer } from "./harness.js";

test.each([
  ["//good.example:8443", "https://good.example:8443", true],
  ["//good.example:8443", "https://good.example:84430.evil", false],
  ["//good.example:8443", "https://goodXexample:8443", false],
  ["//good.example:8443", "https://evil.example//good.example:8443", false],
  ["//good.example:", "https://good.example:8443", true],
  ["//good.example:", "https://good.example:8443.evil", false],
  ["//good.example(:|$)", "https://good.example", true],
  ["//good.example(:|$)", "http://good.example:80", true],
  ["//good.example(:|$)", "http://good.example:80@evil", false],
  ["^https://good.example$|x", "https://good.example", true],
  ["^https://good.example$|x", "https://xevil.example", false],
  ["^https?://[a-z.]+\\.example(:[0-9]+)?$", "https://a.b.example:1", true],
  ["^https?://.*\\.example$", "https://a.example", true],
  ["^https?://.*\\.example$", "https://a.example.evil", false],
  ["^https://good[.x]example$", "https://goodxexample", true],
])("the pattern %s and the origin %s have the result %s", (pattern, origin, isAllowed) => {
  expect(originPattern(pattern).test(origin)).toBe(isAllowed);
});

test("parentheses in a pattern cannot close the group around it", () => {
  expect(() => originPattern("a)|(b")).toThrow(SyntaxError);
});

test("the server refuses an origin of 513 characters", async () => {
  const server = new InProcessServer({
    config: { run: { ...defaultRunConfig, corsOrigins: [originPattern("^https://x*$")] } },
  });
  const origin = (length: number) => "https://".padEnd(length, "x");
  const allowed = async (length: number) =>
    (await server.get("/healthz", { origin: origin(length) })).headers["access-control-allow-origin"] !== undefined;
  expect([await allowed(requestLimits.originCharacters), await allowed(requestLimits.originCharacters + 1)]).toEqual([
    true,
    false,
  ]);
});
