import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fencedBlocks } from "../docs/fenced-blocks.js";
import { command, environment, succeed } from "./command.js";
import { createUserProject, whyNot } from "./install.js";
import { repository } from "./tarballs.js";

const reason = await whyNot();
const page = readFileSync(join(repository, "docs/ci.md"), "utf8");
const blocks = fencedBlocks(page);
const textOf = (part: string) => blocks.find(({ text }) => text.includes(part))?.text ?? "";

interface Workflow {
  readonly jobs: { readonly verify: { readonly steps: readonly { readonly run?: string }[] } };
}

const types = "apis/shop/v1/types.ts";
const generated = "apis/shop/v1/zz_generated.deepcopy.ts";
const source = `import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Lamp extends TypeMeta<"shop.example.com/v1", "Lamp"> {
  metadata: ObjectMeta;
}

export interface LampList extends TypeMeta<"shop.example.com/v1", "LampList"> {
  metadata: ListMeta;
  items: Lamp[];
}
`;

/** Versions of npm whose npx takes options of codegen in different ways. */
const npms = ["npm10@npm:npm@10.9.2", "npm11@npm:npm@11.6.2"];

describe.skipIf(reason !== undefined)(["the commands of docs/ci.md", reason].filter(Boolean).join(", "), () => {
  let root: string;
  beforeAll(async () => {
    root = await createUserProject({
      "package.json": `{ "name": "shop", "private": true, "type": "module", "scripts": {} }\n`,
      "apis/shop/v1/doc.ts": "/**\n * +k8s:deepcopy-gen=package\n * +groupName=shop.example.com\n */\nexport {};\n",
      [types]: source,
    });
    mkdirSync(join(root, "tools"));
    writeFileSync(join(root, "tools/package.json"), "{}\n");
    await succeed(join(root, "tools"), "npm", ["install", "--ignore-scripts", "lint-staged@16", ...npms]);
    await succeed(root, "git", ["init", "--quiet"]);
    await succeed(root, "git", ["config", "user.name", "a"]);
    await succeed(root, "git", ["config", "user.email", "a@example.com"]);
    writeFileSync(join(root, ".gitignore"), "node_modules\ntools\n");
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const sh = (script: string) => command(root, "bash", ["-e", "-c", script]);
  /** Makes the generated files current. */
  const regenerate = () =>
    succeed(root, "node", ["node_modules/@apimachinery/codegen/dist/bundle/cmd/codegen/main.cjs"]);
  /** Changes the types after the last run, and returns the generated file. */
  const makeStale = () => {
    writeFileSync(join(root, types), source.replace("ObjectMeta;\n}", "ObjectMeta;\n  watts?: number;\n}"));
    return read(generated);
  };
  beforeEach(async () => {
    writeFileSync(join(root, types), source);
    await regenerate();
  });

  test("codegen init adds the scripts of the page, which check and generate", async () => {
    await succeed(root, "npx", ["--no", "--", "codegen", "init"]);
    const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: object };
    expect(scripts).toMatchObject((JSON.parse(textOf('"scripts"')) as { readonly scripts: object }).scripts);
    expect(page).toContain("`npx --no -- codegen init`");
    expect(await sh("npm run --silent verify-generated")).toMatchObject({ status: 0 });
    const before = makeStale();
    expect(await sh("npm run --silent verify-generated")).toMatchObject({ status: 1 });
    expect(read(generated)).toBe(before);
    expect(await sh("npm run --silent generate")).toMatchObject({ status: 0 });
    expect(read(generated)).not.toBe(before);
  });

  test("the workflow passes with current files, and annotates a stale one", async () => {
    const { jobs } = parse(textOf("actions/checkout")) as Workflow;
    const runs = jobs.verify.steps.flatMap(({ run }) => run ?? []);
    expect(runs[0]).toBe("npm ci");
    expect(runs).toHaveLength(2);
    const check = runs[1] ?? "";
    expect(await sh(check)).toMatchObject({ status: 0 });
    const before = makeStale();
    const { status, stdout } = await sh(check);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=apis\/shop\/v1\/zz_generated\.deepcopy\.ts/m);
    expect(read(generated)).toBe(before);
  });

  test.each(["text", "github", "sarif", "json"])(
    "the check in the format %s fails for a stale file",
    async (format) => {
      expect(page).toContain(`| \`--format ${format}\` |`);
      const before = makeStale();
      expect(await sh(`npx --no -- codegen --check --format ${format}`)).toMatchObject({ status: 1 });
      expect(read(generated)).toBe(before);
    },
  );

  test("the hook refuses a commit of stale files, and changes nothing", async () => {
    const hook = textOf("pre-commit");
    writeFileSync(join(root, ".git/hooks/pre-commit"), `#!/bin/sh\n${hook}`);
    chmodSync(join(root, ".git/hooks/pre-commit"), 0o755);
    await succeed(root, "git", ["add", "-A"]);
    expect(await sh("git commit --quiet -m current")).toMatchObject({ status: 0 });
    const before = makeStale();
    const commit = await sh("git commit --quiet -am stale");
    expect(commit.status).not.toBe(0);
    expect(commit.stdout + commit.stderr).toContain("not up to date");
    expect(read(generated)).toBe(before);
    rmSync(join(root, ".git/hooks/pre-commit"));
  });

  test("lint-staged generates, and adds the files to the commit", async () => {
    const { "lint-staged": configuration } = JSON.parse(textOf("lint-staged")) as Record<string, object>;
    await succeed(root, "git", ["add", "-A"]);
    await sh("git commit --quiet --allow-empty -m before");
    makeStale();
    await succeed(root, "git", ["add", types]);
    writeFileSync(join(root, ".lintstagedrc.json"), JSON.stringify(configuration));
    const path = `PATH="$PWD/node_modules/.bin:$PATH"`;
    expect(await sh(`${path} node tools/node_modules/lint-staged/bin/lint-staged.js`)).toMatchObject({ status: 0 });
    expect(read(generated)).toContain("watts");
    rmSync(join(root, ".lintstagedrc.json"));
  });

  describe.each(["npm10", "npm11"])("with %s", (npm) => {
    const npx = (args: string) =>
      command(root, "env", [
        ...Object.entries(environment()).map(([name, value]) => `${name}=${value ?? ""}`),
        "node",
        join(root, "tools/node_modules", npm, "bin/npx-cli.js"),
        ...args.split(" "),
      ]);

    test.each([
      ["--no codegen --check", "--check"],
      ["--no codegen --check --format github", "--check --format github"],
      ["--no codegen --format github", "--format github"],
      ["--no codegen --dry-run", "--dry-run"],
      ["--no codegen --update-report", "--update-report"],
      ["--no codegen --dump model", "--dump model"],
    ])("npx %s is an error with the right command, and writes nothing", async (wrong, right) => {
      const before = makeStale();
      const { status, stderr } = await npx(wrong);
      expect(stderr).toContain(`\n  npx --no -- codegen ${right}\n`);
      expect(status).toBe(2);
      expect(read(generated)).toBe(before);
    });
  });

  test("npm pack --dry-run and npm run with npm's options generate", async () => {
    writeFileSync(
      join(root, "package.json"),
      JSON.stringify({
        name: "shop",
        version: "1.0.0",
        type: "module",
        scripts: { prepack: "codegen", generate: "codegen" },
      }),
    );
    for (const script of ["npm pack --dry-run --silent", "npm run generate --silent --dry-run"]) {
      const before = makeStale();
      expect(await sh(script), script).toMatchObject({ status: 0 });
      expect(read(generated), script).not.toBe(before);
      writeFileSync(join(root, types), source);
      await regenerate();
    }
  });
});
