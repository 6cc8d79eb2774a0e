import { expect, test } from "vitest";
import { generateOnly } from "../../cmd/codegen/generate-only.js";
import { commands } from "../../cmd/codegen/command-names.js";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

/**
 * Runs `generateOnly` with the arguments of a command line. Returns its exit code and its output.
 */
async function runOnly(cwd: string, args: readonly string[]): Promise<unknown> {
  let [stdout, stderr] = ["", ""];
  const status = await generateOnly(args, {
    cwd,
    out: (text) => void (stdout += text),
    err: (text) => void (stderr += text),
    interactive: false,
    colour: false,
  });
  return { stdout, stderr, status };
}

test("options, and every command of the help, are left to the parser of command lines", async () => {
  const { stdout } = await runHere(".", ["--help"]);
  const [, section = ""] = /\nCommands:\n(.*?)\n\n/s.exec(stdout) ?? [];
  const inHelp = [...section.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name);
  expect(inHelp).toEqual(commands);
  for (const args of [["--check"], ["apis", "--check"], ["-h"], ["--"], ...commands.map((name) => [name])])
    expect(await runOnly("/nowhere", args)).toEqual({ stdout: "", stderr: "", status: undefined });
});

test.each([
  [["apis/v1"]],
  [["apis/**"]],
  [["no/such/folder"]],
  [["generate"]],
  [["help"]],
  [["marker"]],
  [["a".repeat(300)]],
])("a command line of paths has the same result with and without the parser of command lines: %j", async (args) => {
  const root = apiProject({
    "apis/v1/doc.ts": groupDoc("x.example.com"),
    "apis/v1/types.ts": kind("x.example.com/v1", "A", "  e: string;"),
  });
  await runHere(root, args);
  const withoutTime = (result: unknown): string => JSON.stringify(result).replace(/in [\d.]+ s/, "");
  expect(withoutTime(await runOnly(root, args))).toBe(withoutTime(await runHere(root, args)));
});
