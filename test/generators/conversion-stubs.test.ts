import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compileProject } from "../compile.js";
import { runHere } from "../cmd/run-here.js";
import { blocksIn, filledIn } from "../golden/blocks.js";
import { goldenCase, writeInput } from "../golden/cases.js";
import { temporaryFolder } from "../engine/temporary-folder.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Reported {
  readonly code: string;
  readonly severity: string;
  readonly hint?: string;
}

/** Writes the input of golden cases into folders of a project that can import the runtime. */
function projectOf(names: readonly string[]): string {
  const folder = temporaryFolder({ "package.json": `{ "name": "sample", "type": "module" }\n` });
  for (const name of names) writeInput(goldenCase(name, join(folder, name)));
  mkdirSync(join(folder, "node_modules/@apimachinery"), { recursive: true });
  symlinkSync(join(root, "runtime"), join(folder, "node_modules/@apimachinery/runtime"));
  return folder;
}

async function problems(folder: string, ...options: readonly string[]): Promise<readonly Reported[]> {
  const { stdout } = await runHere(folder, [".", "--format", "json", ...options]);
  return (JSON.parse(stdout) as { readonly problems: readonly Reported[] }).problems;
}

function paste(folder: string, file: string, text: string): void {
  const path = join(folder, file);
  const before = existsSync(path) ? `${readFileSync(path, "utf8")}\n` : "";
  writeFileSync(path, `${before}${text}\n`);
}

function compile(folder: string): string {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noEmit: true,
    skipLibCheck: true,
    target: "ES2022",
    module: "NodeNext",
    types: [],
  };
  const config = join(folder, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ["."] }));
  return compileProject(config);
}

test("the functions that problems show, pasted and completed, solve all problems and compile", async () => {
  const cases = [
    "missing-field",
    "missing-field-of-two-types",
    "kinds-differ",
    "kinds-differ-inside",
    "rename-hint-similar",
    "rename-hint-values",
    "narrowing",
    "renamed-type",
    "opted-out-field",
    "opted-out-type",
    "missing-union-member",
    "discriminators-differ",
    "required-recursion",
  ].map((rule) => `conversion/${rule}`);
  const folder = projectOf(cases);
  const first = await problems(folder);
  expect(first.map(({ severity }) => severity)).toContain("error");
  const blocks = blocksIn(first);
  const written = [...blocks.keys()].map((file) => file.replace(/\/apis\/(?:g|desk)\/v1\/conversion\.ts$/, ""));
  expect(written.sort()).toEqual(cases.toSorted());
  for (const [file, text] of blocks) {
    expect(text.match(/^export function /gm)?.length, file).toBeGreaterThan(0);
    paste(folder, file, filledIn(text));
  }
  // The hint for a type that requires itself proposes an edit. No function can solve this problem.
  const types = join(folder, "conversion/required-recursion/apis/g/types.ts");
  writeFileSync(types, readFileSync(types, "utf8").replace("left: Tree", "left?: Tree"));

  const second = await problems(folder);
  expect(second.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(compile(folder)).toBe("");
});

test("pasted functions do not repeat the imports of a file, and include functions for unions of literals", async () => {
  const folder = projectOf(["conversion/enum-members"]);
  const first = await problems(folder);
  for (const [file, text] of blocksIn(first)) {
    // The file already contains a function. It remains, and gets the field `inline`, which
    // generated code cannot convert.
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, "utf8").replace("{ mentioned:", `{ inline: "a", mentioned:`));
    paste(folder, file, filledIn(text));
  }
  const second = await problems(folder);
  expect(second.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(compile(folder)).toBe("");
});

test("a pasted function that is not completed does not compile, and the errors name the missing parts", async () => {
  const folder = projectOf(["conversion/enum-members"]);
  for (const [file, text] of blocksIn(await problems(folder))) paste(folder, file, text);
  await problems(folder);
  const output = compile(folder);
  for (const name of ["InProgress", "Active", "left", "inline", "lists", "an_odd_one", "mentioned"])
    expect(output).toContain(`Cannot find name 'TODO_${name}'`);
  expect(output).not.toContain("Duplicate identifier");
});

test("the function for a field with a rename hint uses the peer, and has nothing to complete if it is the only one", async () => {
  const folder = projectOf(["conversion/rename-hint-only-field"]);
  for (const [file, text] of blocksIn(await problems(folder))) {
    expect(text).not.toMatch("TODO");
    paste(folder, file, text);
  }
  expect((await problems(folder)).filter(({ severity }) => severity !== "info")).toEqual([]);
  expect(compile(folder)).toBe("");
});
