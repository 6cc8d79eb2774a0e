import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { runGeneratedTests, workFolder, writeFiles, type GeneratedTest } from "./run-generated.js";

const work = workFolder("losses");

/** Returns the types of a group whose conversion shortens the owner of a cart. */
const cart = (apiVersion: string) => `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Cart extends TypeMeta<"shop.example.com/${apiVersion}", "Cart"> {
  metadata: ObjectMeta;
  spec: CartSpec;
}

export interface CartSpec {
  owner: string;
  note?: string;
}
`;

const shortened: Readonly<Record<string, string>> = {
  "apis/shop/doc.ts": "/** +groupName=shop.example.com\n *\n *  @packageDocumentation */\nexport {};\n",
  "apis/shop/types.ts": cart("__internal"),
  "apis/shop/v1/doc.ts":
    "/** +groupName=shop.example.com\n *  +k8s:conversion-gen=..\n *\n *  @packageDocumentation */\nexport {};\n",
  "apis/shop/v1/types.ts": cart("v1"),
  "apis/shop/v1/conversion.ts": `import type { ConversionScope } from "@apimachinery/runtime";
import type * as shop from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_shop_CartSpec_To_v1_CartSpec } from "./zz_generated.conversion.js";

export function Convert_shop_CartSpec_To_v1_CartSpec(input: shop.CartSpec, scope: ConversionScope): v1.CartSpec {
  return { ...autoConvert_shop_CartSpec_To_v1_CartSpec(input, scope), owner: input.owner.slice(0, 3) };
}
`,
};

const ticket = (
  apiVersion: string,
  fields: string,
) => `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/${apiVersion}", "Ticket"> {
  metadata: ObjectMeta;
  spec: TicketSpec;
}

export interface TicketSpec {
${fields}
}

export interface Assignee {
  name: string;
  role: string;
}
`;

/**
 * Returns a group whose conversion loses a title, and list items with one key.
 * @param marker markers of the conversion
 */
const forgetful = (marker: string): Readonly<Record<string, string>> => ({
  "apis/desk/doc.ts": "/** +groupName=desk.example.com */\nexport {};\n",
  "apis/desk/types.ts": ticket("__internal", "  assignees: Record<string, string>;"),
  "apis/desk/v1/doc.ts": "/** +groupName=desk.example.com\n *  +k8s:conversion-gen=.. */\nexport {};\n",
  "apis/desk/v1/types.ts": ticket("v1", "  assignees: Assignee[];\n  title: string;"),
  "apis/desk/v1/conversion.ts": `import type { ConversionScope } from "@apimachinery/runtime";
import type * as desk from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_desk_TicketSpec_To_v1_TicketSpec, autoConvert_v1_TicketSpec_To_desk_TicketSpec } from "./zz_generated.conversion.js";

export function Convert_desk_TicketSpec_To_v1_TicketSpec(input: desk.TicketSpec, scope: ConversionScope): v1.TicketSpec {
  const assignees = Object.entries(input.assignees).map(([name, role]) => ({ name, role }));
  return autoConvert_desk_TicketSpec_To_v1_TicketSpec(input, scope, { assignees, title: "" });
}
${marker}
export function Convert_v1_TicketSpec_To_desk_TicketSpec(input: v1.TicketSpec, scope: ConversionScope): desk.TicketSpec {
  const assignees = Object.fromEntries(input.assignees.map(({ name, role }) => [name, role]));
  return autoConvert_v1_TicketSpec_To_desk_TicketSpec(input, scope, { assignees });
}
`,
});

const projects = {
  shortened,
  shortenedAgain: shortened,
  unnamed: forgetful(""),
  titleNamed: forgetful("/** +k8s:conversion-fn:loses=title */"),
  allNamed: forgetful("/**\n * +k8s:conversion-fn:loses=title\n * +k8s:conversion-fn:loses=assignees\n */"),
};

let tests: readonly GeneratedTest[] = [];

beforeAll(async () => {
  for (const [name, files] of Object.entries(projects)) {
    const folder = join(work, name);
    writeFiles(folder, { "codegen.config.json": "{}\n", ...files });
    const { stdout, stderr, status } = await runHere(folder, ["apis"]);
    expect(status, stdout + stderr).toBe(0);
  }
  ({ tests } = runGeneratedTests(work, { FUZZ_SEED: "42" }));
});

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

/** Returns the generated tests of a project that failed, and checks that others passed. */
function failuresOf(project: keyof typeof projects): readonly GeneratedTest[] {
  const ofProject = tests.filter(({ file }) => file.startsWith(`${project}/`));
  expect(ofProject.some(({ error }) => error === undefined)).toBe(true);
  return ofProject.filter(({ error }) => error !== undefined);
}

const counterexamples = (failures: readonly GeneratedTest[]) =>
  failures.map(({ error = "" }) => /counterexample \(after \d+ shrinks\): .*/.exec(error)?.[0] ?? expect.fail(error));

test("a lossy conversion fails the generated test, and the printed seed repeats the failure", () => {
  // Two tests detect that the conversion is lossy. The tests of the other laws pass.
  const failures = failuresOf("shortened");
  expect(failures).toHaveLength(2);
  expect(failures.map(({ name }) => name)).toContain(
    "shop.example.com/__internal Cart: converting to shop.example.com/v1, through JSON and back returns an equal object",
  );
  for (const { error } of failures) {
    expect(error).toMatch(/the object converted back from \S+ differs at spec\.owner: expected "[^]*", got "[^]*"/);
    expect(error).toContain("seed 42, path ");
    expect(error).toContain("FUZZ_SEED=42 repeats it");
  }
  expect(counterexamples(failuresOf("shortenedAgain"))).toEqual(counterexamples(failures));
});

test("the generated test fails for a forgotten field, and for two list items with one key in a map", () => {
  const forgotten = failuresOf("unnamed");
  expect(forgotten.map(({ name }) => name)).toContain(
    "desk.example.com/v1 Ticket: converting to desk.example.com/__internal and back returns an equal object",
  );
  expect(forgotten[0]?.error).toMatch(
    /the object converted back from desk\.example\.com\/__internal differs at spec\.(title|assignees)/,
  );
  expect(failuresOf("titleNamed")[0]?.error).toMatch(/differs at spec\.assignees/);
});

test("the generated test passes if markers name the losses", () => {
  expect(failuresOf("allNamed")).toEqual([]);
});
