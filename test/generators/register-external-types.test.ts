import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CodecFactory, Scheme } from "@apimachinery/runtime";
import { runHere } from "../cmd/run-here.js";
import { runGeneratedTests, workFolder, writeFiles } from "./run-generated.js";

/**
 * Folders in the layout of Kubernetes: `api` contains the types, and `pkg` contains the hub and the
 * functions of each version.
 */
const input = join(import.meta.dirname, "../golden/register/external-types/input");
const work = workFolder("external-types");

beforeAll(async () => {
  cpSync(input, work, { recursive: true });
  writeFiles(work, { "codegen.config.json": `{ "paths": ["api", "pkg"] }\n` });
  const { stdout, stderr, status } = await runHere(work, []);
  expect(status, stdout + stderr).toBe(0);
});

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

test("Install registers the kinds of external types with their defaults and conversions", async () => {
  const { Install } = (await import(join(work, "pkg/apis/shop/zz_generated.install.ts"))) as {
    readonly Install: (scheme: Scheme) => void;
  };
  const scheme = new Scheme();
  Install(scheme);
  const text = '{"apiVersion":"shop.example.com/v1","kind":"Widget","metadata":{"name":"a"},"spec":{}}';
  const { object } = new CodecFactory(scheme).universalDecoder().decode(text, { mode: "strict" });
  expect(object).toMatchObject({
    apiVersion: "shop.example.com/__internal",
    kind: "Widget",
    metadata: { name: "a" },
    spec: { n: 5, m: "m" },
  });
});

test("the generated round-trip test of the group covers the external types and passes", () => {
  expect(readFileSync(join(work, "pkg/apis/shop/zz_generated.roundtrip.test.ts"), "utf8")).toContain(
    "{ schema: v1_WidgetSchema, fuzz: v1_Fuzz_Widget, validated: true }",
  );
  const { output, status } = runGeneratedTests(work, {});
  expect(status, output).toBe(0);
  expect(output).toContain("shop.example.com/v1 Widget");
});
