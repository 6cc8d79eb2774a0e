import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { runGeneratedTests, workFolder, writeFiles } from "./run-generated.js";

const work = workFolder("lossy");

const types = (apiVersion: string) => `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/${apiVersion}", "Cart"> {
  metadata: ObjectMeta;
  spec: CartSpec;
}

export interface CartSpec {
  owner: string;
  note?: string;
}
`;

const files: Readonly<Record<string, string>> = {
  "codegen.config.json": "{}\n",
  "apis/shop/doc.ts": "/** +groupName=shop.example.com\n *\n *  @packageDocumentation */\nexport {};\n",
  "apis/shop/types.ts": types("__internal"),
  "apis/shop/v1/doc.ts":
    "/** +groupName=shop.example.com\n *  +k8s:conversion-gen=..\n *\n *  @packageDocumentation */\nexport {};\n",
  "apis/shop/v1/types.ts": types("v1"),
  "apis/shop/v1/conversion.ts": `import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_shop_CartSpec_To_v1_CartSpec } from "./zz_generated.conversion.js";

export function Convert_shop_CartSpec_To_v1_CartSpec(input: shop.CartSpec, scope: ConversionScope): v1.CartSpec {
  return { ...autoConvert_shop_CartSpec_To_v1_CartSpec(input, scope), owner: input.owner.slice(0, 3) };
}
`,
};

beforeAll(async () => {
  writeFiles(work, files);
  const { stdout, stderr, status } = await runHere(work, ["apis"]);
  expect(status, stdout + stderr).toBe(0);
});

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

function failingOutput(): string {
  const { output, status } = runGeneratedTests(work, { FUZZ_SEED: "42" });
  expect(status, output).toBe(1);
  return output;
}

test("a lossy conversion fails the generated test, and the printed seed repeats the failure", () => {
  const first = failingOutput();
  expect(first).toContain(
    "shop.example.com/__internal Cart: converting to shop.example.com/v1, through JSON and back returns an equal object",
  );
  expect(first).toMatch(
    /the object converted back from shop\.example\.com\/v1 differs at spec\.owner: expected "[^]*", got "[^]*"/,
  );
  expect(first).toContain("seed 42, path ");
  expect(first).toContain("FUZZ_SEED=42 repeats it");
  // Two tests detect that the conversion is lossy. The tests of the other laws pass.
  expect(first).toMatch(/2 failed \| \d+ passed/);

  const counterexample = (output: string) => /counterexample \(after \d+ shrinks\): .*/.exec(output)?.[0];
  expect(counterexample(failingOutput())).toBe(counterexample(first));
  expect(counterexample(first)).toBeDefined();
});
