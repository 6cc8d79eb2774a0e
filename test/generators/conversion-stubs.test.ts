import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runHere } from "../cmd/run-here.js";
import { temporaryFolder } from "../engine/temporary-folder.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("every function that a conversion's problem shows can be pasted: the problems are gone, and the result compiles", async () => {
  const folder = temporaryFolder({ "package.json": `{ "name": "sample", "type": "module" }\n` });
  cpSync(join(root, "test/golden/conversion-lost-fields/input"), folder, { recursive: true });
  mkdirSync(join(folder, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(root, "runtime"), join(folder, "node_modules/@apimachinery/runtime"));

  const first = await problems(folder);
  expect(first.map(({ severity }) => severity)).toContain("error");
  const stubs = first.flatMap(({ hint }) => (/^\/\/ [^]*/m.exec(hint ?? "") ?? []));
  expect(stubs.length).toBeGreaterThan(5);
  for (const [index, stub] of stubs.entries()) {
    const [line = "", ...rest] = stub.split("\n");
    writeFileSync(join(folder, dirname(line.slice("// ".length)), `pasted-${String(index)}.ts`), `${rest.join("\n")}\n`);
  }
  // The one problem that no function mends: its hint does.
  const types = join(folder, "apis/g/types.ts");
  writeFileSync(types, readFileSync(types, "utf8").replace("left: Tree", "left?: Tree"));

  const second = await problems(folder);
  expect(second.filter(({ severity }) => severity === "error")).toEqual([]);
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noUnusedLocals: true, noUnusedParameters: true, noEmit: true, skipLibCheck: true, target: "ES2022", module: "NodeNext", types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["apis"] }));
  const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" });
  expect(stdout).toBe("");
});

async function problems(folder: string): Promise<{ readonly severity: string; readonly hint?: string }[]> {
  const { stdout } = await runHere(folder, [".", "--format", "json"]);
  return (JSON.parse(stdout) as { readonly problems: { readonly severity: string; readonly hint?: string }[] }).problems;
}
