import { existsSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";
import config from "../../vitest.config.js";
import { read, root, sourceFiles } from "./source-files.js";

interface Project {
  readonly test: { readonly name: string; readonly include: readonly string[] };
}

/** Returns the test files of a project of vitest.config.ts. */
function filesOf(name: string): readonly string[] {
  const projects = config.test?.projects as readonly Project[] | undefined;
  const project = projects?.find((one) => one.test.name === name);
  return globSync([...(project?.test.include ?? [])], { cwd: root, ignore: "**/node_modules/**" });
}

const soak = filesOf("soak");
const targets = new Set(Array.from(read("Makefile").matchAll(/^([a-z0-9-]+):/gm), ([, name]) => name));
/** The rows of the table of long forms: the folders, and the commands. */
const rows = read("CONTRIBUTING.md")
  .split("\n")
  .filter((line) => /^\| `/.test(line) && line.includes("`make "))
  .map((line) => line.split("|").map((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = ""]) => text)))
  .map(([, folders = [], commands = []]) => ({ folders, commands }))
  .filter(({ commands }) => commands.every((command) => /^make (soak FILES|chaos|fuzz)/.test(command)));

/** Returns the test files that a command of the table runs. */
function runBy(command: string): readonly string[] {
  const [, target = "", filter = ""] = /^make (\S+)(?: FILES=(\S+))?/.exec(command) ?? [];
  expect(targets, command).toContain(target);
  const part = target === "soak" ? filter : `test/${target}/`;
  return soak.filter((path) => path.includes(part));
}

test("the table of long forms names folders that exist, and commands that run tests", () => {
  expect(rows.length).toBeGreaterThan(8);
  const missing = rows.flatMap(({ folders }) => folders).filter((folder) => !existsSync(join(root, folder)));
  expect(missing).toEqual([]);
  for (const command of rows.flatMap(({ commands }) => commands)) expect(runBy(command), command).not.toEqual([]);
});

test("the table of long forms names a command for each test of make soak", () => {
  const named = new Set(rows.flatMap(({ commands }) => commands.flatMap(runBy)));
  expect(soak.filter((path) => !named.has(path))).toEqual([]);
});

test("each test with a short form runs in make test-all", () => {
  const long = new Set(filesOf("long"));
  const sized = sourceFiles().filter(
    (path) => path.endsWith(".test.ts") && /from "[./]+(sizes|compare-with-go|attack)\.js"/.test(read(path)),
  );
  expect(sized.length).toBeGreaterThan(15);
  expect(sized.filter((path) => !long.has(path))).toEqual([]);
});
