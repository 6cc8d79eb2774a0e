import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kubeconfigText } from "../../apiserver/certificates/kubeconfig.js";
import { administrator, authority, PizzaServer, type PizzaServerOptions } from "../client/pizza-server.js";
import { compileIn } from "../compile.js";
import { command } from "../package/command.js";
import { runHere } from "../cmd/run-here.js";
import { repository } from "../package/tarballs.js";
import { fencedBlocks } from "./fenced-blocks.js";

/** A program of a page, and the output that the page shows below it. */
export interface Program {
  readonly name: string;
  readonly text: string;
  /** Empty if the page shows no output. */
  readonly prints: string;
}

/**
 * Returns the programs of a page in order: blocks whose first line is a comment with a file name.
 */
export function programsOf(page: string): readonly Program[] {
  const blocks = fencedBlocks(readFileSync(join(repository, page), "utf8"));
  return blocks.flatMap(({ info, text }, index): Program[] => {
    const name = /^\/\/ ([\w-]+)\.ts\n/.exec(text)?.[1];
    const next = blocks[index + 1];
    return info[0] === "ts" && name !== undefined
      ? [{ name, text, prints: next?.info[0] === "text" ? next.text : "" }]
      : [];
  });
}

/**
 * Writes programs into a new folder. The folder is inside the repository, so that imports find the
 * built packages by their names.
 * @param links files and folders of the repository, by their names in the folder
 */
export function writePrograms(
  name: string,
  programs: readonly Program[],
  links: Readonly<Record<string, string>>,
): string {
  const folder = join(repository, "node_modules/.cache", `docs-${name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const [link, target] of Object.entries(links)) symlinkSync(join(repository, target), join(folder, link));
  for (const program of programs) writeFileSync(join(folder, `${program.name}.ts`), program.text);
  return folder;
}

/**
 * Compiles programs with every strict flag, and returns the errors of the compiler. Tests of the
 * packages check the declarations.
 * @param more other files whose compiled form the programs import
 */
export function compilePrograms(
  folder: string,
  programs: readonly Program[],
  more: readonly string[] = [],
): readonly string[] {
  const compilerOptions = {
    module: "NodeNext",
    target: "ES2022",
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ["node"],
    skipLibCheck: true,
  };
  const files = [...programs.map(({ name }) => `${name}.ts`), ...more];
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  return compileIn(folder, "-p", "tsconfig.json").split("\n").filter(Boolean);
}

/** Writes the types of a page into a folder. Returns the files of the generated code. */
async function generateFor(page: string, folder: string, types: string): Promise<readonly string[]> {
  mkdirSync(join(folder, types), { recursive: true });
  for (const { text } of fencedBlocks(readFileSync(join(repository, page), "utf8"))) {
    const file = new RegExp(`^// ${types}/(\\w+\\.ts)\n`).exec(text)?.[1];
    if (file !== undefined) writeFileSync(join(folder, types, file), text);
  }
  const { status, stderr } = await runHere(folder, [types]);
  expect([status, stderr]).toEqual([0, ""]);
  const imported = readdirSync(join(folder, types)).filter((file) => !/fuzz|roundtrip/.test(file));
  return imported.map((file) => join(types, file));
}

export interface PageOptions extends PizzaServerOptions {
  /** Programs that are compiled and not run. The page does not show their output. */
  readonly compiled?: readonly string[];
  /** Folder of API types that the page shows, for which code is generated. */
  readonly types?: string;
}

/**
 * Defines the tests of a page whose programs use a pizza server, one after the other.
 * @param names names of the programs that the page must have and that are run
 */
export function testPrograms(page: string, names: readonly string[], options: PageOptions = {}): void {
  const { compiled = [], types } = options;
  const programs = programsOf(page);
  const run = programs.filter(({ name }) => !compiled.includes(name));
  let folder = "";
  let generated: readonly string[] = [];

  beforeAll(async () => {
    folder = writePrograms(page.replace(/\W+/g, "-"), programs, { apis: "dist/apis", generated: "dist/generated" });
    if (types !== undefined) generated = await generateFor(page, folder, types);
    const server = await PizzaServer.start(options);
    writeFileSync(
      join(folder, "kubeconfig"),
      kubeconfigText({ name: "pizza", server: server.url, authority: authority.certificate, client: administrator }),
    );
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("the page has programs with their output", () => {
    expect(run.map(({ name, prints }) => [name, prints !== ""])).toEqual(names.map((name) => [name, true]));
    expect(programs.length).toBe(names.length + compiled.length);
  });

  test("the programs compile with every strict flag", () => {
    expect(compilePrograms(folder, programs, generated)).toEqual([]);
  });

  test.each(run)("$name prints the output that the page shows", async ({ name, prints }) => {
    const { stdout, stderr } = await command(folder, "env", ["KUBECONFIG=kubeconfig", process.execPath, `${name}.js`]);
    expect(stderr).toBe("");
    expect(stdout).toBe(prints);
  });
}
