import { ESLint, Linter } from "eslint";
import { describe, expect, test } from "vitest";
import tseslint from "typescript-eslint";
import { read, sourceFiles } from "./source-files.js";

/** The rule of the project about names, with which the linter checks a file. */
async function ruleOf(file: string): Promise<Linter.RuleEntry> {
  const { rules } = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
  return rules?.["no-restricted-syntax"] ?? "off";
}

function problemsIn(code: string, rule: Linter.RuleEntry): readonly string[] {
  const config = { languageOptions: { parser: tseslint.parser }, rules: { "no-restricted-syntax": rule } };
  return new Linter().verify(code, config).map(({ line, message }) => `${line}: ${message.slice(0, 25)}`);
}

// Oxlint does not have the rule, and `make test` does not run ESLint.
test("all caches of the packages are instances of the class Cache", async () => {
  const rule = await ruleOf("apiserver/util/cache.ts");
  const named = sourceFiles().filter((path) => /^(apiserver|client|runtime)\//.test(path) && /cache/i.test(read(path)));
  expect(named.length).toBeGreaterThan(10);
  expect(named.flatMap((path) => problemsIn(read(path), rule).map((problem) => `${path}:${problem}`))).toEqual([]);
});

describe.each(["apiserver/util/cache.ts", "client/cache/indexer.ts", "runtime/labels/requirement.ts"])("%s", (file) => {
  const problems = async (code: string) => problemsIn(code, await ruleOf(file));

  test.each([
    "class A { readonly #cache = new Map<string, string>(); }",
    "class A { cachedUsers = new Set(); }",
    "class A { #userCache; constructor() { this.#userCache = new WeakMap(); } }",
    "const cacheOfUsers: Map<string, string> = new Map();",
    "export class UserCache {}",
  ])("lint refuses a cache that is not bounded by bytes: %s", async (code) => {
    expect(await problems(code)).toEqual(["1: A cache must be bounded b"]);
  });

  test.each([
    'const cache = new Cache<string, User>("tokens", jsonSize);',
    "class A { readonly #users = new Map<string, string>(); }",
    "export class WatchCache {}",
  ])("lint accepts %s", async (code) => {
    expect(await problems(code)).toEqual([]);
  });
});
