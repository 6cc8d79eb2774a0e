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

async function idleFolder(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly hint?: string; readonly severity?: string }> {
  const folder = temporaryFolder({ "package.json": "{}", ...files });
  mkdirSync(join(folder, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(import.meta.dirname, "../../runtime"), join(folder, "node_modules/@apimachinery/runtime"));
  const { stdout } = await runHere(folder, ["apis", "--format", "json"]);
  const { problems } = JSON.parse(stdout) as {
    readonly problems: readonly { readonly code: string; readonly hint?: string; readonly severity: string }[];
  };
  return problems.find(({ code }) => code === "project/nothing-generated") ?? {};
}

test("a version below a hub without doc.ts is an error that shows the markers for conversions and defaults", async () => {
  const hub = {
    "apis/desk/doc.ts": "/** +groupName=desk.example.com */\nexport {};\n",
    "apis/desk/types.ts": types("__internal"),
  };
  const { hint, severity } = await idleFolder({ ...hub, "apis/desk/v1/types.ts": types("v1") });
  expect(severity).toBe("error");
  for (const marker of [
    "+k8s:deepcopy-gen=package",
    "+k8s:conversion-gen=..",
    "+k8s:defaulter-gen=TypeMeta",
    "+groupName=desk.example.com",
  ]) {
    expect(hint).toContain(` * ${marker}\n`);
  }
});

test("a folder without a hub and without doc.ts is a warning, whose hint has no marker for conversions", async () => {
  const { hint, severity } = await idleFolder({ "apis/desk/v1/types.ts": types("v1") });
  expect(severity).toBe("warning");
  expect(hint).toContain("+groupName=desk.example.com");
  expect(hint).not.toContain("conversion-gen");
});
