import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { writeTree } from "../engine/temporary-folder.js";
import { builtCli } from "./built-cli.js";
import { edit, namesProject, output } from "./names-project.js";
import { eventually } from "../eventually.js";

/**
 * Starts `codegen --watch`.
 * @param log file in the project to which the output is written
 * @returns the process, and functions for its output
 */
async function watching(root: string, log?: string) {
  const run = spawn(process.execPath, [builtCli(), "--watch"], { cwd: root });
  onTestFinished(() => void run.kill("SIGKILL"));
  let printed = "";
  for (const stream of [run.stdout, run.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (log !== undefined) edit(root, log, printed);
    });
  const until = (condition: () => boolean): Promise<true> => eventually(condition, () => printed);
  await until(() => printed.includes("watching"));
  return {
    run,
    until,
    printed: () => printed,
    forget: () => {
      printed = "";
    },
  };
}

const type = (name: string): string => `export interface ${name} {}\n`;

test("codegen --watch writes files after an edit; Ctrl-C ends it with exit code 0", async () => {
  const root = namesProject();
  const { run, until, printed, forget } = await watching(root);
  expect(readFileSync(join(root, output), "utf8")).toMatch("Pizza");
  for (const name of ["Calzone", "Focaccia", "Panzerotto", "Piadina", "Pinsa"]) {
    forget();
    edit(root, "apis/group/v1/types.ts", type(name));
    await until(() => readFileSync(join(root, output), "utf8").includes(name));
    await until(() => printed().includes("1 generated file updated"));
    await setTimeout(150);
    expect(printed().match(/updated apis/g)).toHaveLength(1);
    expect(printed()).not.toMatch("unchanged");
  }
  run.kill("SIGINT");
  expect(await once(run, "exit")).toEqual([0, null]);
});

test("codegen --watch continues after errors, and notices their correction", async () => {
  const root = namesProject({ "apis/group/v1/types.ts": type("BadPizza") });
  const { until, printed, forget } = await watching(root);
  expect(printed()).toMatch("BadPizza is a bad name");
  expect(existsSync(join(root, output))).toBe(false);
  forget();
  edit(root, "apis/group/v1/types.ts", "export interface {");
  await until(() => printed().includes("nothing written"));
  edit(root, "apis/group/v1/types.ts", type("Fine"));
  await until(() => existsSync(join(root, output)));
});

test("codegen --watch notices new and removed folders, a changed configuration, and a removed output", async () => {
  const root = namesProject();
  const { until, printed, forget } = await watching(root);
  const second = output.replace("v1", "v2");
  mkdirSync(join(root, "apis/group/v2"));
  await setTimeout(100);
  writeTree(root, {
    "apis/group/v2/types.ts": type("New"),
    "apis/group/v2/doc.ts": "// +acme:names\n/** @packageDocumentation */\n",
  });
  await until(() => existsSync(join(root, second)));

  edit(
    root,
    "codegen.config.json",
    `{ "generators": ["./names/generator.js"], "options": { "names": { "prefix": "x" } } }`,
  );
  await until(
    () =>
      readFileSync(join(root, output), "utf8").includes("xPizza") &&
      readFileSync(join(root, second), "utf8").includes("xNew"),
  );

  edit(root, "codegen.config.json", `{ "generator": [] }`);
  await until(() => printed().includes("config/unknown-key"));
  edit(root, "codegen.config.json", `{ "generators": ["./names/generator.js"] }`);
  await until(
    () =>
      readFileSync(join(root, output), "utf8").includes(`"Pizza"`) &&
      readFileSync(join(root, second), "utf8").includes(`"New"`),
  );
  await until(() => printed().endsWith("\n") && /2 generated files updated[^\n]*\n$/.test(printed()));

  forget();
  // The folder is removed in one step. During a recursive removal, a run could write the output
  // again.
  renameSync(join(root, "apis/group/v2"), join(root, "old"));
  // A run that was in progress can write the output once more; the next run removes it.
  await until(() => /1 generated file unchanged|1 removed, 1 unchanged/.test(printed()));

  rmSync(join(root, output));
  await until(() => existsSync(join(root, output)));
});

test("codegen --watch runs only after a change of an input, also with mistakes and with its log in the project", async () => {
  const root = namesProject({ "codegen.config.json": `{ "generators": ["./plugins/none.js"] }`, "log.txt": "" });
  const { until, printed } = await watching(root, "log.txt");
  const messages = [/the file \.\/plugins\/none\.js does not exist/g];
  for (const name of ["a", "b", "c", "d", "e"]) {
    const message = new RegExp(`the folder apis/${name} does not exist`, "g");
    edit(
      root,
      "codegen.config.json",
      JSON.stringify({ generators: ["./names/generator.js"], paths: [`apis/${name}`] }),
    );
    await until(() => message.test(printed()));
    messages.push(message);
  }
  mkdirSync(join(root, "apis/e"));
  await until(() => printed().includes("apis/e has no API types"));
  for (const message of messages) expect(printed().match(message), String(message)).toHaveLength(1);
});

/** The file exists, but the system refuses to read it, also for the administrator. */
const unreadable = "/proc/self/mem";

test.runIf(existsSync(unreadable))(
  "codegen --watch reports once that a file cannot be read, and notices its correction",
  async () => {
    const root = namesProject({ "log.txt": "" });
    const { until, printed } = await watching(root, "log.txt");
    const types = join(root, "apis/group/v1/types.ts");
    renameSync(types, join(root, "kept"));
    symlinkSync(unreadable, types);
    await until(() => printed().includes("types.ts cannot be read: EIO"));
    rmSync(types);
    writeFileSync(types, type("Calzone"));
    await until(() => readFileSync(join(root, output), "utf8").includes("Calzone"));
    expect(printed().match(/cannot be read/g)).toHaveLength(1);
  },
);
