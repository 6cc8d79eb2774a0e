import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kubeconfigText } from "../../apiserver/certificates/kubeconfig.js";
import { administrator, authority, PizzaServer } from "../client/pizza-server.js";
import { command } from "../package/command.js";
import { repository } from "../package/tarballs.js";
import { fencedBlocks } from "./fenced-blocks.js";

/** The folder is inside the repository, so that imports find the built packages by their names. */
const folder = join(repository, "node_modules/.cache", `docs-client-${process.pid}`);

interface Program {
  readonly name: string;
  readonly text: string;
  readonly prints: string;
}

/**
 * Returns the programs of the page in order. With each program, returns the output that the page
 * shows below it.
 */
const blocks = fencedBlocks(readFileSync(join(repository, "docs/client.md"), "utf8"));
const programs = blocks.flatMap(({ info, text }, index): Program[] => {
  const name = /^\/\/ ([\w-]+)\.ts\n/.exec(text)?.[1];
  const next = blocks[index + 1];
  return info[0] === "ts" && name !== undefined
    ? [{ name, text, prints: next?.info[0] === "text" ? next.text : "" }]
    : [];
});

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  symlinkSync(join(repository, "dist/apis"), join(folder, "apis"));
  for (const { name, text } of programs) writeFileSync(join(folder, `${name}.ts`), text);
  const server = await PizzaServer.start();
  writeFileSync(
    join(folder, "kubeconfig"),
    kubeconfigText({ name: "pizza", server: server.url, authority: authority.certificate, client: administrator }),
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test("the page has programs with their output", () => {
  expect(programs.map(({ name, prints }) => [name, prints !== ""])).toEqual([
    ["write", true],
    ["apply", true],
    ["inform", true],
  ]);
});

test("the programs compile with every strict flag", () => {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ["node"],
    skipLibCheck: true,
  };
  const program = ts.createProgram(
    programs.map(({ name }) => join(folder, `${name}.ts`)),
    options,
  );
  program.emit();
  expect(
    ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  ).toEqual([]);
});

test.each(programs)("$name prints the output that the page shows", async ({ name, prints }) => {
  const { stdout, stderr } = await command(folder, "env", ["KUBECONFIG=kubeconfig", process.execPath, `${name}.js`]);
  expect(stderr).toBe("");
  expect(stdout).toBe(prints);
});
