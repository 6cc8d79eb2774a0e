import { spawnSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCache } from "../../engine/incremental/cache.js";
import { temporaryFolder, writeTree } from "../engine/temporary-folder.js";
import { runCli } from "../../cmd/codegen/cli.js";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { builtCli, runBuilt } from "./built-cli.js";
import { edit, namesProject } from "./names-project.js";
import { runHere } from "./run-here.js";

const bad = "export interface BadPizza {}\n";

describe("exit codes", () => {
  test.each([
    ["an unknown option", ["--chekc"], /Did you mean --check/],
    ["a folder that does not exist", ["apus"], /the folder apus does not exist\n {4}did you mean apis\?/],
    ["a folder without a similar name", ["nowhere"], /the folder nowhere does not exist\n$/],
    ["an unknown format", ["--format", "xml"], /Allowed choices are text, json, github, sarif/],
    ["an unknown generator", ["--only", "nothing"], /--only: unknown generator nothing; use one of names/],
    ["a misspelt generator", ["--only", "nmaes"], /--only: unknown generator nmaes; did you mean names\?/],
    ["an empty name", ["--only", "a,,b"], /single commas/],
    ["--watch with --check", ["--watch", "--check"], /cannot be used with/],
    ["a folder as configuration", ["--config", "apis"], /the configuration apis is a folder: name a file in it/],
    ["a folder as header", ["--header", "apis"], /the header file apis is a folder: name a file in it/],
    ["a configuration that does not exist", ["--config", "x.json"], /the configuration x.json does not exist/],
  ])("2: %s", async (_, args, message) => {
    const { status, stderr, stdout } = await runHere(namesProject(), args);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([2, ""]);
  });

  test("0: help and version", () => {
    expect(runBuilt(temporaryFolder(), ["--help"])).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringContaining("npm i -D @apimachinery/codegen") as string,
    });
    expect(runBuilt(temporaryFolder(), ["--version"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
  });

  test("3: a bug prints a request to report it, with its stack on demand", async () => {
    const bug = async (args: readonly string[]): Promise<{ readonly stderr: string; readonly status: number }> => {
      let stderr = "";
      const out = (): never => {
        throw new Error("oh");
      };
      const status = await runCli(args, {
        cwd: namesProject(),
        out,
        err: (text) => void (stderr += text),
        interactive: false,
        colour: false,
      });
      return { stderr, status };
    };
    const short = await bug([]);
    expect(short.stderr).toMatch(/a bug in codegen.*: oh\n.*report.*codegen \d.*node v/s);
    expect([short.status, short.stderr.includes("    at ")]).toEqual([3, false]);
    expect((await bug(["--verbose"])).stderr).toMatch(/usage\.test\.ts:\d+/);
  });
});

test("the problem of a project without the runtime has the command that installs it", async () => {
  const root = temporaryFolder({ "package.json": "{}", "apis/v1/types.ts": "export interface Pizza {}\n" });
  const { stderr, status } = await runHere(root, []);
  expect(stderr).toMatch(/^package.json:1:1 warning project\/no-runtime: .*\n {4}npm i @apimachinery\/runtime@\^\d/);
  expect(status).toBe(0);
});

test("a missing runtime is reported once, not for every imported name", async () => {
  const root = temporaryFolder({
    "package.json": "{}",
    "apis/v1/doc.ts": "/**\n * +k8s:deepcopy-gen=package\n *\n * @packageDocumentation\n */\nexport {};\n",
    "apis/v1/types.ts": `import type { ListMeta, ObjectMeta } from "@apimachinery/runtime";\n\nexport interface Pizza {\n  metadata: ObjectMeta;\n  list: ListMeta;\n  eaten?: Date;\n}\n`,
  });
  const { stderr, status } = await runHere(root, []);
  expect(stderr.match(/^\S+ (error|warning|info) \S+/gm)).toEqual([
    "apis/v1/types.ts:6:11 error load/not-json:",
    "package.json:1:1 error project/no-runtime:",
  ]);
  expect(status).toBe(1);
});

test("a folder of kinds without markers is reported, with the missing doc.ts", async () => {
  const kind = `import type { TypeMeta } from "@apimachinery/runtime";\n\n/** +k8s:deepcopy-gen:interfaces=runtime.Object */\nexport interface Pizza extends TypeMeta<"shop.example.com/v1", "Pizza"> {\n  name: string;\n}\n`;
  const root = namesProject({
    "codegen.config.json": "{}",
    "apis/group/v1/doc.ts": "// +k8s:deepcopy-gen=package\n\n/** @packageDocumentation */\nexport {};\n",
    "apis/group/v2/types.ts": kind,
  });
  const { stderr, status } = await runHere(root, []);
  expect(stderr)
    .toContain(`apis/group/v2/types.ts:4:18 warning project/nothing-generated: nothing is generated for the kinds of apis/group/v2 (Pizza): the folder has no package marker
    // apis/group/v2/doc.ts
    /**
     * +k8s:deepcopy-gen=package
     * +groupName=shop.example.com
`);
  expect(status).toBe(0);
  edit(root, "apis/group/v2/doc.ts", "// +k8s:deepcopy-gen=false\n\n/** @packageDocumentation */\nexport {};\n");
  expect((await runHere(root, [])).stderr).not.toContain("nothing-generated");
});

test("follow-up problems of an error in the types are not reported", async () => {
  const root = namesProject({
    "apis/group/v1/types.ts": "interface Part {}\n\nexport interface Pizza {\n  part?: Part;\n}\n",
    "apis/group/v1/doc.ts": "// +k8s:deepcopy-gen=package\n\n/** @packageDocumentation */\nexport {};\n",
    "codegen.config.json": "{}",
  });
  const { stderr } = await runHere(root, []);
  expect(stderr.match(/(error|warning) \S+/g)).toEqual(["error load/not-exported:"]);
});

test.each([
  [
    "a file that can't be parsed",
    "apis/group/v1/types.ts",
    "export interface Pizza\n  name: string;\n}\n",
    "load/syntax",
  ],
  [
    "a type that two files declare",
    "apis/group/v1/more.ts",
    "/** +k8s:deepcopy-gen=true */\nexport interface Pizza {}\n",
    "load/duplicate-type",
  ],
])("%s suppresses the problems of all types", async (_, path, text, code) => {
  const root = namesProject({ "apis/group/v1/other.ts": bad, [path]: text });
  const { stderr, status } = await runHere(root, []);
  expect([...new Set(stderr.match(/(error|warning) \S+(?=:)/g))]).toEqual([`error ${code}`]);
  expect(status).toBe(1);
});

test("the problem of a project with another major version of the runtime names the required version", async () => {
  const root = temporaryFolder({
    "package.json": "{}",
    "apis/v1/types.ts": "export interface Pizza {}\n",
    "node_modules/@apimachinery/runtime/package.json": `{ "name": "@apimachinery/runtime", "version": "9.1.0" }`,
  });
  const { stderr, status } = await runHere(root, []);
  expect(stderr).toMatch(
    /^package.json:1:1 warning project\/other-runtime: generated code needs the major version \d+ of @apimachinery\/runtime, but 9.1.0 is installed\n {4}npm i @apimachinery\/runtime@\^\d/,
  );
  expect(status).toBe(0);
});

test("two outputs with one file name are an error, and nothing is written", async () => {
  const root = temporaryFolder({
    "package.json": "{}",
    "codegen.config.json": `{ "generators": ["schema", "deepcopy"], "outputs": { "deepcopy": { "deepcopy": "zz_generated.schema.ts" } } }`,
    "apis/v1/doc.ts": "/**\n * +k8s:deepcopy-gen=package\n *\n * @packageDocumentation\n */\nexport {};\n",
    "apis/v1/types.ts": "export interface Pizza {\n  toppings: string[];\n}\n",
  });
  const { stderr, status } = await runHere(root, []);
  expect(stderr)
    .toContain(`apis/v1/zz_generated.schema.ts:1:1 error output/claimed-twice: both schema and deepcopy generate apis/v1/zz_generated.schema.ts
    give one of them another name under "outputs" in codegen.config.json`);
  expect(status).toBe(1);
});

test.each([
  ["kubebuilder:printcolumn", "+kubebuilder:printcolumn:*"],
  ["kubebuilder:printcolumn:name", "+kubebuilder:printcolumn:*"],
  ["+k8s:validation", "+k8s:validation:*"],
])("codegen markers %s prints the markers with this prefix", async (name, found) => {
  expect(await runHere(namesProject(), ["markers", name])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`${found}\n`) as string,
  });
});

test("a reader that closes the pipe causes no error", () => {
  const root = namesProject();
  const { stderr } = spawnSync(
    "sh",
    [
      "-c",
      `"${process.execPath}" "${builtCli()}" --dump model | head -c 1; "${process.execPath}" "${builtCli()}" markers | true`,
    ],
    { cwd: root, encoding: "utf8" },
  );
  expect(stderr).toBe("");
});

const configuration = (prefix: string): string =>
  JSON.stringify({
    paths: ["apis/*"],
    generators: ["./names/generator.js"],
    header: "header.txt",
    options: { names: { prefix } },
  });

describe("the cache", () => {
  /** Returns the npm packages that a run of the command loads, and the loader of its generators. */
  function loaded(root: string): string[] {
    edit(
      root,
      "names/loader.mjs",
      "export async function resolve(specifier, context, next) { const found = await next(specifier, context); console.error('LOAD ' + found.url); return found; }\n",
    );
    edit(
      root,
      "names/register.mjs",
      `import { createRequire, register } from "node:module";
register("./loader.mjs", import.meta.url);
process.on("exit", () => console.error(Object.keys(createRequire(import.meta.url).cache).join("\\n")));
`,
    );
    const { stderr } = runBuilt(root, [], { NODE_OPTIONS: `--import ${join(root, "names/register.mjs")}` });
    return ["prettier", "oxfmt", "handlebars", "diff", "tinyglobby", "momoa", "load-command"].filter((name) =>
      stderr.includes(`/${name}`),
    );
  }

  test("lets a run without changes load neither compiler nor formatter nor generators", () => {
    const root = namesProject();
    expect(loaded(root)).toEqual(expect.arrayContaining(["oxfmt", "handlebars", "load-command"]));
    expect(loaded(root)).toEqual([]);
  });

  test("is not used after a change of any input", async () => {
    const root = namesProject({
      "names/lib/helper.js": "export const helper = 1;\n",
      "header.txt": "// Licence A.\n",
      "codegen.config.json": configuration("w"),
    });
    const runtime = join(root, "node_modules/@apimachinery/runtime");
    rmSync(runtime);
    writeTree(runtime, { "package.json": `{ "version": "0.1.0" }` });
    appendFileSync(join(root, "names/generator.js"), 'import "./lib/helper.js";\n');
    await runHere(root, []);
    const isCached = async (): Promise<boolean> =>
      (JSON.parse((await runHere(root, ["--format", "json"])).stdout) as { stages: { name: string }[] }).stages[0]
        ?.name === "cache";
    const changes: { readonly [what: string]: () => void } = {
      "a type": () => {
        edit(root, "apis/group/v1/types.ts", "export interface Calzone {}\n");
      },
      "a new file": () => {
        edit(root, "apis/group/v1/more.ts", "export interface More {}\n");
      },
      "an output": () => {
        edit(root, "apis/group/v1/zz_generated.names.ts", "// Code generated by codegen (names). DO NOT EDIT.\n");
      },
      "the generator's template": () => {
        appendFileSync(join(root, "names/templates/names.hbs"), "// more\n");
      },
      "the generator": () => {
        appendFileSync(join(root, "names/generator.js"), "// more\n");
      },
      "a module that the generator imports": () => {
        edit(root, "names/lib/helper.js", "export const helper = 2;\n");
      },
      "the configuration": () => {
        edit(root, "codegen.config.json", configuration("x"));
      },
      "a configuration that is not read": () => {
        edit(root, "codegen.config.js", "");
      },
      "the header": () => {
        edit(root, "header.txt", "// Licence B.\n");
      },
      "a folder that the configuration includes": () => {
        writeTree(root, { "apis/more/types.ts": "export interface More {}\n" });
      },
      "the version of a package": () => {
        edit(root, "node_modules/@apimachinery/runtime/package.json", `{ "version": "0.1.1" }`);
      },
    };
    for (const [what, change] of Object.entries(changes)) {
      expect([what, await isCached()]).toEqual([what, true]);
      change();
      expect([what, await isCached()]).toEqual([what, false]);
    }
  });

  test("is not used if a plug-in imports modules whose names are computed", async () => {
    const root = namesProject();
    appendFileSync(join(root, "names/generator.js"), 'await import("node:" + "fs");\n');
    await runHere(root, []);
    expect((await runHere(root, ["--stats"])).stdout).not.toMatch(/ cache$/m);
  });

  test("is ignored if a byte of it is changed, or it is not complete", async () => {
    const root = namesProject();
    await runHere(root, []);
    const folder = join(root, "node_modules/.cache/apimachinery-codegen");
    // The folder also has the results of the run and compiled code.
    const name = readdirSync(folder).find((entry) => entry.endsWith(".run")) ?? "";
    const stored = readFileSync(join(folder, name));
    for (let at = 0; at < stored.length; at += 97) {
      const changed = Buffer.from(stored);
      changed[at] = (changed[at] ?? 0) ^ 1;
      for (const damaged of [changed, stored.subarray(0, at)]) {
        writeFileSync(join(folder, name), damaged);
        expect(readCache({ cwd: root, paths: [] })).toBe(undefined);
      }
    }
    writeFileSync(join(folder, name), stored);
    expect(readCache({ cwd: root, paths: [] })).toMatchObject({ root });
  });

  test("is ignored if it is damaged", async () => {
    const root = namesProject();
    await runHere(root, []);
    const script = "for f in node_modules/.cache/apimachinery-codegen/*; do printf '%s' \"$1\" > $f; done";
    for (const damage of ["", "{", "null", `{"key": 1}`, "\u0000\u0001"]) {
      spawnSync("sh", ["-c", script, "sh", damage.replaceAll("\u0000", "")], { cwd: root });
      expect(await runHere(root, [])).toMatchObject({
        stdout: expect.stringMatching(/^1 generated file unchanged/) as string,
        stderr: "",
        status: 0,
      });
    }
  });
});

test("`codegen generate` prints the right command, and markers are found by their last part", async () => {
  const root = temporaryFolder({ "package.json": "{}" });
  expect(await runHere(root, ["generate"])).toMatchObject({
    stderr: "codegen: codegen without a command generates code: npm run generate, or npx --no -- codegen\n",
    status: 2,
  });
  expect((await runHere(root, ["genrate"])).stderr).toBe(
    "codegen: genrate is neither a command nor a folder; codegen without a command generates code: npm run generate, or npx --no -- codegen\n",
  );
  expect(await runHere(root, ["marker", "default"])).toMatchObject({
    stderr: "codegen: marker is neither a command nor a folder; did you mean the command markers?\n",
    status: 2,
  });
  const { stdout } = await runHere(root, ["markers", "minimum"]);
  expect(stdout.match(/^\+.*/gm)).toEqual([
    "+k8s:minimum",
    "+k8s:validation:*",
    "+kubebuilder:validation:Minimum",
    "+kubebuilder:validation:items:Minimum",
  ]);
  expect(stdout).toMatch("read by  validation, openapi");
  const asJSON = async (name: string) => (await runHere(root, ["markers", name, "--format", "json"])).stdout;
  expect(await asJSON("k8s:minimum")).toMatch('"enforced": true');
  expect(await asJSON("kubebuilder:validation:Minimum")).toMatch('"enforced": true');
  expect(await asJSON("kubebuilder:validation:XValidation")).toMatch('"enforced": true');
  const { stdout: pattern } = await runHere(root, ["markers", "kubebuilder:validation:Pattern"]);
  expect(pattern).toContain("  enforced yes: the server refuses objects that break the rule\n");
  const { stdout: alpha } = await runHere(root, ["markers", "k8s:alpha"]);
  expect(alpha).toMatch(/^ {2}The inner marker is a rule that is not enforced yet\n.*^ {2}enforced no\n/ms);
  const { stdout: beta } = await runHere(root, ["markers", "k8s:beta"]);
  expect(beta).toMatch(/^ {2}The inner marker is a rule that is enforced, but can still change\n.*^ {2}enforced yes/ms);
  expect((await runHere(root, ["markers", "k8s:defalt"])).stderr).toMatch("did you mean +default?");
});

test("a path that the system refuses is a problem of the input, not a bug", async () => {
  const { stderr, status } = await runHere(namesProject(), ["a".repeat(300)]);
  expect(stderr).toMatch(/^codegen: ENAMETOOLONG: name too long/);
  expect(status).toBe(1);
});

test("--verbose and --check list each file once", async () => {
  const root = apiProject({
    "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
    "apis/shop/v1/types.ts": kind("shop.example.com/v1", "Pizza", "  spec: string;"),
  });
  await runHere(root, []);
  const { stdout } = await runHere(root, ["--verbose", "--format", "text"]);
  const paths = stdout.match(/(?<=^\w+ )\S+$/gm) ?? [];
  expect(paths).toEqual([...new Set(paths)]);
  expect((await runHere(root, ["--check"])).stdout).toBe(`${paths.length} generated files up to date\n`);
});
