import { expect, test } from "vitest";
import { findAlias } from "../../engine/load/discover/aliases.js";
import { memoryFileSystem } from "./memory-file-system.js";
import { Resolver } from "../../engine/load/discover/resolver.js";

const files = {
  "src/shared/money.ts": "",
  "src/shared/index.ts": "",
  "apis/shop/v1/types.ts": "",
};
const alias = (more: Readonly<Record<string, string>>, specifier: string) => {
  const fileSystem = memoryFileSystem({ ...files, ...more });
  return findAlias(fileSystem, new Resolver(fileSystem, "/project"), "apis/shop/v1/types.ts", specifier);
};
const money = "../../../src/shared/money.js";

test("the paths of the project's tsconfig.json are aliases; it may contain comments and trailing commas", () => {
  const config = {
    "tsconfig.json": `{ "compilerOptions": { /* ours */ "paths": { "@shared/*": ["./src/shared/*"], "~": ["./src/shared/index.ts"], }, } } // "x": [`,
  };
  expect(alias(config, "@shared/money")).toEqual({ setting: "paths of tsconfig.json", relative: money });
  expect(alias(config, "@shared/money.js")).toEqual({ setting: "paths of tsconfig.json", relative: money });
  expect(alias(config, "@shared/money.ts")).toEqual({
    setting: "paths of tsconfig.json",
    relative: "../../../src/shared/money.ts",
  });
  expect(alias(config, "~")).toEqual({ setting: "paths of tsconfig.json", relative: "../../../src/shared/index.js" });
  expect(alias(config, "@shared/nothing")).toEqual({ setting: "paths of tsconfig.json", relative: undefined });
  expect(alias(config, "@other/money")).toBeUndefined();
});

test("an exact key takes precedence over the longest key that matches", () => {
  const config = {
    "tsconfig.json": `{ "compilerOptions": { "paths": { "*": ["./no/*"], "@a/*": ["./no/*"], "@a/b/*": ["./src/shared/*"], "@a/b/x": ["./src/shared/money"] } } }`,
  };
  expect(alias(config, "@a/b/money")?.relative).toBe(money);
  expect(alias(config, "@a/b/x")?.relative).toBe(money);
  expect(alias(config, "@a/c")?.relative).toBeUndefined();
});

test("a configuration inherits the paths of one or several files and packages; a cycle ends the search", () => {
  const base = `{ "compilerOptions": { "paths": { "@shared/*": ["../src/shared/*"] } } }`;
  expect(
    alias({ "tsconfig.json": `{ "extends": "./config/base" }`, "config/base.json": base }, "@shared/money"),
  ).toEqual({ setting: "paths of config/base.json", relative: money });
  expect(
    alias(
      {
        "tsconfig.json": `{ "extends": ["./config/base.json", "./other.json"] }`,
        "config/base.json": base,
        "other.json": `{ "extends": "./tsconfig.json" }`,
      },
      "@shared/money",
    )?.relative,
  ).toBe(money);
  const inPackage = "node_modules/@acme/config/tsconfig.json";
  expect(
    alias(
      {
        "tsconfig.json": `{ "extends": "@acme/config" }`,
        [inPackage]: `{ "compilerOptions": { "paths": { "@shared/*": ["x/*"] } } }`,
      },
      "@shared/money",
    )?.setting,
  ).toBe(`paths of ${inPackage}`);
});

test("the tsconfig.json nearest to a file is used, and its paths are relative to baseUrl", () => {
  const config = {
    "apis/tsconfig.json": `{ "compilerOptions": { "baseUrl": "..", "paths": { "@shared/*": ["src/shared/*"] } } }`,
    "tsconfig.json": "{}",
  };
  expect(alias(config, "@shared/money")).toEqual({ setting: "paths of apis/tsconfig.json", relative: money });
  expect(alias(config, "src/shared/money")).toEqual({ setting: "baseUrl of apis/tsconfig.json", relative: money });
  expect(alias(config, "src/shared/nothing")).toBeUndefined();
});

test("the imports of package.json are aliases", () => {
  const manifest = {
    "package.json": `{ "imports": { "#shared/*.js": { "types": "./src/shared/*.ts", "default": "./dist/shared/*.js" } } }`,
  };
  expect(alias(manifest, "#shared/money.js")).toEqual({ setting: "imports of package.json", relative: money });
  expect(alias(manifest, "#other")).toBeUndefined();
});

test("a configuration that is not JSON has no aliases", () => {
  expect(alias({ "tsconfig.json": "{ paths" }, "@shared/money")).toBeUndefined();
});
