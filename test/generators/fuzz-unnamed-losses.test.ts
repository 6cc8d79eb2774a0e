import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { runGeneratedTests, workFolder, writeFiles } from "./run-generated.js";

const work = workFolder("unnamed-losses");

const types = (
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

const conversion = (marker: string) => `import type { ConversionScope } from "@apimachinery/runtime";
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
`;

beforeAll(() => {
  writeFiles(work, {
    "codegen.config.json": "{}\n",
    "apis/desk/doc.ts": "/** +groupName=desk.example.com */\nexport {};\n",
    "apis/desk/types.ts": types("__internal", "  assignees: Record<string, string>;"),
    "apis/desk/v1/doc.ts": "/** +groupName=desk.example.com\n *  +k8s:conversion-gen=.. */\nexport {};\n",
    "apis/desk/v1/types.ts": types("v1", "  assignees: Assignee[];\n  title: string;"),
  });
});

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

async function laws(marker: string): Promise<{ readonly output: string; readonly status: number | null }> {
  writeFileSync(join(work, "apis/desk/v1/conversion.ts"), conversion(marker));
  const { stdout, stderr, status } = await runHere(work, ["apis"]);
  expect(status, stdout + stderr).toBe(0);
  return runGeneratedTests(work, { FUZZ_SEED: "42" });
}

test("the generated test fails for a forgotten field, and for two list items with one key in a map", async () => {
  const forgotten = await laws("");
  expect(forgotten.status, forgotten.output).toBe(1);
  expect(forgotten.output).toContain(
    "desk.example.com/v1 Ticket: converting to desk.example.com/__internal and back returns an equal object",
  );
  expect(forgotten.output).toMatch(
    /the object converted back from desk\.example\.com\/__internal differs at spec\.(title|assignees)/,
  );

  const titled = await laws("/** +k8s:conversion-fn:loses=title */");
  expect(titled.status, titled.output).toBe(1);
  expect(titled.output).toMatch(/differs at spec\.assignees/);
});

test("the generated test passes if markers name the losses", async () => {
  const { output, status } = await laws(
    "/**\n * +k8s:conversion-fn:loses=title\n * +k8s:conversion-fn:loses=assignees\n */",
  );
  expect(status, output).toBe(0);
});
