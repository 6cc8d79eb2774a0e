import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { temporaryFolder } from "./temporary-folder.js";

const types = (version: string) => `import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Ticket extends TypeMeta<"desk.example.com/${version}", "Ticket"> {
  metadata: ObjectMeta;
}
`;

async function hintFor(files: Readonly<Record<string, string>>): Promise<string | undefined> {
  const folder = temporaryFolder({ "package.json": "{}", ...files });
  mkdirSync(join(folder, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(import.meta.dirname, "../../runtime"), join(folder, "node_modules/@apimachinery/runtime"));
  const { stdout } = await runHere(folder, ["apis", "--format", "json"]);
  const { problems } = JSON.parse(stdout) as { readonly problems: readonly { readonly code: string; readonly hint?: string }[] };
  return problems.find(({ code }) => code === "project/nothing-generated")?.hint;
}

test("the doc.ts that a version below a hub lacks has the markers for conversions and defaults", async () => {
  const hub = { "apis/desk/doc.ts": "/** +groupName=desk.example.com */\nexport {};\n", "apis/desk/types.ts": types("__internal") };
  const hint = await hintFor({ ...hub, "apis/desk/v1/types.ts": types("v1") });
  for (const marker of ["+k8s:deepcopy-gen=package", "+k8s:conversion-gen=..", "+k8s:defaulter-gen=TypeMeta", "+groupName=desk.example.com"]) {
    expect(hint).toContain(` * ${marker}\n`);
  }
});

test("the doc.ts that a folder without a hub lacks has no marker for conversions", async () => {
  const hint = await hintFor({ "apis/desk/v1/types.ts": types("v1") });
  expect(hint).toContain("+groupName=desk.example.com");
  expect(hint).not.toContain("conversion-gen");
});
