import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiProject } from "../cmd/api-project.js";
import { runHere } from "../cmd/run-here.js";
import { readTree, type Tree } from "../engine/temporary-folder.js";
import { parseCase } from "../golden/case-text.js";
import { edited } from "./edited.js";
import type { Mistake } from "./mistake-file.js";

const helpdesk: Tree = Object.fromEntries(
  parseCase(readFileSync(join(import.meta.dirname, "helpdesk.txt"), "utf8")).input,
);

/** Actions of a user between two commands, with the paths that follow their name. */
const actions: Readonly<Record<string, (path: string, to: string) => void>> = {
  edit: (path) => {
    appendFileSync(path, "\nexport interface Extra {\n  name: string;\n}\n");
  },
  change: (path) => {
    writeFileSync(path, readFileSync(path, "utf8").replace("+default=10", "+default=20"));
  },
  rename: (path, to) => {
    renameSync(path, to);
  },
  remove: (path) => {
    rmSync(path, { recursive: true });
  },
};

/** Sections that are not files of the project. */
const words = new Set(["command", "generated"]);

/**
 * Runs `codegen`, or the lines of the section `command`, in the edited project. The section
 * `generated` lists a path and a text for each line of a generated file that the output shows.
 * @returns output of the last command, and its exit code if it is not 0
 */
export async function outputOf({ sections }: Mistake): Promise<string> {
  const textOf = (word: string) => sections.find(({ name }) => name === word)?.text.trimEnd();
  const files = sections.filter(({ name }) => !words.has(name));
  const root = apiProject(
    edited(
      files.some(({ name }) => name === "empty") ? {} : helpdesk,
      files.filter(({ name }) => name !== "empty"),
    ),
  );
  let output = "";
  for (const command of (textOf("command") ?? "codegen").split("\n")) {
    const [program = "", ...args] = command.split(" ");
    const action = actions[program];
    if (action !== undefined) {
      const [path = "", to = ""] = args;
      action(join(root, path), join(root, to));
      continue;
    }
    const { stdout, stderr, status } = await runHere(root, args);
    const shown = textOf("command") === undefined ? (stdout.trimEnd().split("\n").at(-1) ?? "") : stdout.trimEnd();
    output = `${stderr}${shown === "" ? "" : `${shown}\n`}${status === 0 ? "" : `exit code ${status}\n`}`;
  }
  const tree = readTree(root);
  for (const line of textOf("generated")?.split("\n") ?? []) {
    const [path = "", ...text] = line.split(" ");
    const found = (tree[path] ?? "").split("\n").find((generated) => generated.includes(text.join(" ")));
    output += `${path}: ${found?.trim() ?? `no line contains ${text.join(" ")}`}\n`;
  }
  return output.replaceAll(/\bin \d+\.\d+ s\b/g, "in N s").replaceAll(root, "$PWD");
}
