import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryFolder, writeTree, type Tree } from "../../engine/temporary-folder.js";
import { eventually } from "../../eventually.js";
import { builtCli } from "../built-cli.js";
import { gitProject } from "./git-project.js";
import { groupOf } from "./one-version.js";

test("a comparison that a signal ends leaves no temporary folder", async () => {
  const groups = Array.from({ length: 60 }, (_, index) => groupOf(`group${String(index)}`, "a: string;"));
  const root = gitProject(Object.assign({}, ...groups) as Tree);
  const temporary = temporaryFolder();
  const env = { ...process.env, TMPDIR: temporary };
  const program = spawn(process.execPath, [builtCli(), "breaking", "--against", "v1"], { cwd: root, env });
  const ended = once(program, "close");
  await eventually(() => readdirSync(temporary).length > 0);
  program.kill("SIGTERM");
  const [, signal] = (await ended) as [number | null, string | null];
  expect(signal).toBe("SIGTERM");
  expect(readdirSync(temporary)).toEqual([]);
});

test("a signal also ends functions that are executed, and leaves no temporary folder", async () => {
  const endless = `import type { Spec } from "./types.js";
export function SetDefaults_Spec(spec: Spec): void {
  while (spec.a !== "never");
}
`;
  const path = "apis/shop/v1/defaults.ts";
  const root = gitProject({ ...groupOf("shop", "a: string;"), [path]: endless });
  writeTree(root, { [path]: endless.replace("never", "once") });
  const temporary = temporaryFolder();
  const env = { ...process.env, TMPDIR: temporary };
  const program = spawn(process.execPath, [builtCli(), "breaking", "--against", "v1"], { cwd: root, env });
  const ended = once(program, "close");
  await eventually(() =>
    readdirSync(temporary, { recursive: true }).some((file) => /new-code.main\.mjs$/.test(String(file))),
  );
  program.kill("SIGINT");
  const [, signal] = (await ended) as [number | null, string | null];
  expect(signal).toBe("SIGINT");
  expect(readdirSync(temporary)).toEqual([]);
});
