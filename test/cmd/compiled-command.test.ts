import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../built-program.js";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { builtCli } from "./built-cli.js";
import { edit, namesProject, output } from "./names-project.js";

const bundle = "dist/bundle";

/** Installs the published command in a new folder, which therefore has its own compiled code. */
function installed(): string {
  const root = temporaryFolder({ "package.json": readFileSync(join(repository, "package.json"), "utf8") });
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, object>;
  cpSync(join(dirname(builtCli()), "../.."), join(root, bundle), { recursive: true });
  for (const name of Object.keys({ ...manifest["dependencies"], ...manifest["optionalDependencies"] })) {
    const link = join(root, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), link);
  }
  return root;
}

function run(command: string, project: string): string {
  const main = join(command, bundle, "cmd/codegen/main.cjs");
  const { status, stderr, stdout } = spawnSync(process.execPath, [main], { cwd: project, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

test("the first run stores the compiled code of the command, and the next runs use it", () => {
  const command = installed();
  const project = namesProject();
  const folder = join(command, "node_modules/.cache/apimachinery-codegen");
  const stored = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith("command.cjs-"))
      .map((name) => statSync(join(folder, name)).ino);
  run(command, project);
  const first = stored();
  expect(first).toHaveLength(1);

  // The run imports a custom generator and the formatter, which stored code with Node 20 cannot do
  // with `import()`.
  edit(project, "apis/group/v1/types.ts", "export interface Pasta {}\n");
  expect(run(command, project)).toContain(`updated ${output}`);
  // A run that V8 had given no code would have stored it again.
  expect(stored()).toEqual(first);
});

test("a run works if its compiled code cannot be stored", () => {
  const command = installed();
  writeFileSync(join(command, "node_modules/.cache"), "a file");
  const project = namesProject();
  expect(run(command, project)).toContain(`created ${output}`);
  edit(project, "apis/group/v1/types.ts", "export interface Pasta {}\n");
  expect(run(command, project)).toContain(`updated ${output}`);
});
