import { ESLint, Linter } from "eslint";
import { describe, expect, test } from "vitest";
import tseslint from "typescript-eslint";

/** The rule of the project about names, with which the linter checks a file. */
async function ruleOf(file: string): Promise<Linter.RuleEntry> {
  const { rules } = (await new ESLint().calculateConfigForFile(file)) as Linter.Config;
  return rules?.["no-restricted-syntax"] ?? "off";
}

describe.each(["apiserver/util/cache.ts", "client/cache/indexer.ts", "runtime/labels/requirement.ts"])("%s", (file) => {
  const problems = async (code: string) =>
    new Linter()
      .verify(code, {
        languageOptions: { parser: tseslint.parser },
        rules: { "no-restricted-syntax": await ruleOf(file) },
      })
      .map(({ message }) => message.slice(0, 25));

  test.each([
    "class A { readonly #cache = new Map<string, string>(); }",
    "class A { cachedUsers = new Set(); }",
    "class A { #userCache; constructor() { this.#userCache = new WeakMap(); } }",
    "const cacheOfUsers: Map<string, string> = new Map();",
    "export class UserCache {}",
  ])("lint refuses a cache that is not bounded by bytes: %s", async (code) => {
    expect(await problems(code)).toEqual(["A cache must be bounded b"]);
  });

  test.each([
    'const cache = new Cache<string, User>("tokens", jsonSize);',
    "class A { readonly #users = new Map<string, string>(); }",
    "export class WatchCache {}",
  ])("lint accepts %s", async (code) => {
    expect(await problems(code)).toEqual([]);
  });
});
