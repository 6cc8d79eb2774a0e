import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { takenByNpm, takenOptions } from "../../cmd/codegen/taken-by-npm.js";
import { temporaryFolder } from "../engine/temporary-folder.js";
import { builtCli } from "./built-cli.js";
import { runHere } from "./run-here.js";

const exec = { npm_command: "exec", npm_lifecycle_event: "npx", npm_lifecycle_script: "codegen" };
const check = { npm_config_check: "true" };

test("an option that npx took is a usage error of the program, and nothing is written", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [builtCli()], {
    cwd: temporaryFolder({ "package.json": "{}" }),
    env: { ...process.env, ...exec, ...check },
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: "",
    stderr: `codegen: npm read these options as options of npm: --check. Write -- before codegen:
  npx --no -- codegen --check
`,
  });
});

describe("the message contains the right command", () => {
  test.each([
    ["options without a value", { ...check, npm_config_update_report: "true" }, [], "--check --update-report"],
    ["a value that npm took", { npm_config_dump: "plan" }, [], "--dump plan"],
    ["a value that npm left", { ...check, npm_config_dump: "true" }, ["model", "apis"], "--check --dump model apis"],
    ["the option --format, which npm reads as its own", check, ["github"], "--check --format github"],
    ["only --format", {}, ["json"], "--format json"],
    ["a folder", { npm_config_strict: "true" }, ["apis"], "--strict apis"],
    ["an option of npm itself", { npm_config_dry_run: "true" }, [], "--dry-run"],
  ])("for %s", (_, config, args, expected) => {
    const message = takenByNpm(args, { ...exec, ...config }, temporaryFolder());
    expect(message?.split("\n  ")[1]).toBe(`npx --no -- codegen ${expected}`);
  });
});

describe("the command runs", () => {
  test.each([
    ["under npm run", { ...exec, npm_command: "run-script" }, []],
    ["under npm pack --dry-run", { npm_command: "pack", npm_config_dry_run: "true" }, []],
    ["with an option of its own", exec, ["--strict"]],
    ["if npx started another program", { ...exec, npm_lifecycle_script: "lint-staged" }, []],
    ["without npm", {}, []],
  ])("%s", (_, environment, args) => {
    expect(takenByNpm(args, { ...environment, ...check }, temporaryFolder())).toBeUndefined();
  });

  test("if npm passed everything, and with an option that is switched off", () => {
    const root = temporaryFolder({ "json/types.ts": "" });
    for (const args of [[], ["apis"], ["json"], ["create", "server"]])
      expect(takenByNpm(args, exec, root)).toBeUndefined();
    expect(takenByNpm([], { ...exec, npm_config_check: "" }, root)).toBeUndefined();
  });
});

test("the table has every option of codegen that npm does not understand itself", async () => {
  const { stdout } = await runHere(temporaryFolder(), ["--help"]);
  const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)( <\w+>)?/gm)].map(
    ([, option = "", value]) => [option, value === undefined ? "flag" : "value"] as const,
  );
  const ofNpm = new Set(["--only", "--verbose", "--help", "--version"]);
  expect(Object.fromEntries(options.filter(([option]) => !ofNpm.has(option)))).toEqual(takenOptions);
});
