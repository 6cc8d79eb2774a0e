import { expect, test } from "vitest";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

const types: { readonly [what: string]: string } = {
  "1,100 levels of extends": Array.from(
    { length: 1100 },
    (_, n) => `export interface E${n}${n === 0 ? "" : ` extends E${n - 1}`} {}\n`,
  ).join("\n"),
  "1,000 levels of objects": `export interface E999 {\n  x: ${"{ x: ".repeat(1000)}string${" }".repeat(1000)};\n}\n`,
  "a chain of 10,000 types": Array.from(
    { length: 10_000 },
    (_, n) => `export interface E${n} {\n  x: ${n === 9999 ? "string[]" : `E${n + 1}`};\n}\n`,
  ).join("\n"),
  "a chain of 10,000 aliases": Array.from(
    { length: 10_000 },
    (_, n) => `export type E${n} = ${n === 9999 ? "string[]" : `E${n + 1}`};\n`,
  ).join("\n"),
};

test.each(Object.entries(types))("%s are an error with a position", async (_what, text) => {
  const root = apiProject({
    "apis/v1/doc.ts": groupDoc("x.example.com"),
    "apis/v1/types.ts": `${kind("x.example.com/v1", "A", "  e: E999;")}\n${text}`,
  });
  const { stderr, status } = await runHere(root, ["--dry-run"]);
  expect(stderr).not.toMatch("a bug in codegen");
  expect(stderr).toMatch(/^apis\/v1\/types.ts:\d+:\d+ error load\/too-deep: /);
  expect(status).toBe(1);
});

test("a chain of 400 types works, and 400 levels of extends work", async () => {
  const chain = Array.from(
    { length: 400 },
    (_, n) => `export interface E${n} {\n  x: ${n === 399 ? "string[]" : `E${n + 1}`};\n}\n`,
  ).join("\n");
  const bases = Array.from(
    { length: 400 },
    (_, n) => `export interface B${n}${n === 0 ? "" : ` extends B${n - 1}`} {}\n`,
  ).join("\n");
  const root = apiProject({
    "apis/v1/doc.ts": groupDoc("x.example.com"),
    "apis/v1/types.ts": `${kind("x.example.com/v1", "A", "  e: E0;\n  b: B399;")}\n${chain}\n${bases}`,
  });
  expect(await runHere(root, ["--dry-run"])).toMatchObject({ stderr: "", status: 0 });
});
