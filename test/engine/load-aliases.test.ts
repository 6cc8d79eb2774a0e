import { expect, test } from "vitest";
import { findAlias } from "../../engine/load/discover/aliases.js";
import { memoryFileSystem } from "../../engine/load/discover/file-system.js";

const files = {
  "src/shared/money.ts": "",
  "src/shared/index.ts": "",
  "apis/shop/v1/types.ts": "",
};
const alias = (more: Readonly<Record<string, string>>, specifier: string) =>
  findAlias(memoryFileSystem({ ...files, ...more }), "apis/shop/v1/types.ts", specifier);
const money = "../../../src/shared/money.js";

test("paths of the project's tsconfig.json, with comments and commas at the end", () => {
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

test("the longest key that fits decides, and an exact one before all", () => {
  const config = {
    "tsconfig.json": `{ "compilerOptions": { "paths": { "*": ["./no/*"], "@a/*": ["./no/*"], "@a/b/*": ["./src/shared/*"], "@a/b/x": ["./src/shared/money"] } } }`,
  };
  expect(alias(config, "@a/b/money")?.relative).toBe(money);
  expect(alias(config, "@a/b/x")?.relative).toBe(money);
  expect(alias(config, "@a/c")?.relative).toBeUndefined();
});

test("what a configuration extends: a file, several, and one of a package, up to a circle", () => {
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

test("the nearest tsconfig.json above the file, and paths from its baseUrl", () => {
  const config = {
    "apis/tsconfig.json": `{ "compilerOptions": { "baseUrl": "..", "paths": { "@shared/*": ["src/shared/*"] } } }`,
    "tsconfig.json": "{}",
  };
  expect(alias(config, "@shared/money")).toEqual({ setting: "paths of apis/tsconfig.json", relative: money });
  expect(alias(config, "src/shared/money")).toEqual({ setting: "baseUrl of apis/tsconfig.json", relative: money });
  expect(alias(config, "src/shared/nothing")).toBeUndefined();
});

test("imports of package.json", () => {
  const manifest = {
    "package.json": `{ "imports": { "#shared/*.js": { "types": "./src/shared/*.ts", "default": "./dist/shared/*.js" } } }`,
  };
  expect(alias(manifest, "#shared/money.js")).toEqual({ setting: "imports of package.json", relative: money });
  expect(alias(manifest, "#other")).toBeUndefined();
});

test("a configuration that is no JSON says nothing", () => {
  expect(alias({ "tsconfig.json": "{ paths" }, "@shared/money")).toBeUndefined();
});
