import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kubeconfigText } from "../../apiserver/certificates/kubeconfig.js";
import { administrator, authority, PizzaServer, type PizzaServerOptions } from "../client/pizza-server.js";
import { sharingHost } from "../compile.js";
import { command } from "../package/command.js";
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
 */
export function compilePrograms(folder: string, programs: readonly Program[]): readonly string[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ["node"],
    skipLibCheck: true,
  };
  const files = programs.map(({ name }) => join(folder, `${name}.ts`));
  const program = ts.createProgram(files, options, sharingHost(options));
  program.emit();
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/**
 * Defines the tests of a page whose programs use a pizza server, one after the other.
 * @param names names of the programs that the page must have
 */
export function testPrograms(page: string, names: readonly string[], options: PizzaServerOptions = {}): void {
  const programs = programsOf(page);
  let folder = "";

  beforeAll(async () => {
    folder = writePrograms(page.replace(/\W+/g, "-"), programs, { apis: "dist/apis", generated: "dist/generated" });
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
    expect(programs.map(({ name, prints }) => [name, prints !== ""])).toEqual(names.map((name) => [name, true]));
  });

  test("the programs compile with every strict flag", () => {
    expect(compilePrograms(folder, programs)).toEqual([]);
  });

  test.each(programs)("$name prints the output that the page shows", async ({ name, prints }) => {
    const { stdout, stderr } = await command(folder, "env", ["KUBECONFIG=kubeconfig", process.execPath, `${name}.js`]);
    expect(stderr).toBe("");
    expect(stdout).toBe(prints);
  });
}
