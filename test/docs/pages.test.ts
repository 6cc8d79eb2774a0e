import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoKubectl } from "../interop/kubectl.js";
import { freePort } from "../peers/free-port.js";
import { asInstalled, createUserProject, whyNot } from "../package/install.js";
import { repository } from "../package/tarballs.js";
import { patternOf, replaceDeclaration, stepsOf, type Step } from "./steps.js";
import { Terminal } from "./terminal.js";

const reason = await whyNot();
const read = (page: string) => readFileSync(join(repository, page), "utf8");

/** A project in which a reader has completed steps. */
interface Project {
  /** The project before these steps. Default: an empty one with the installed packages. */
  readonly before?: Project;
  readonly steps: readonly Step[];
}

interface Page {
  readonly page: string;
  readonly before: Project;
  readonly steps: readonly Step[];
  readonly reason: string | undefined;
  /** Folder of this repository with the expected result of the page's steps. */
  readonly result?: string;
}

const tutorial = stepsOf(read("docs/tutorial.md"));
const server = stepsOf(read("docs/tutorial-server.md"));
const empty: Project = { steps: [] };
/** The project with the hand-written files of the first tutorial. */
const written: Project = { before: empty, steps: tutorial.filter(leavesFiles) };
/** The compiled project of both tutorials. */
const cafe: Project = {
  before: written,
  steps: [...server.filter(leavesFiles), { kind: "run", line: 0, script: "npm run build", fails: false, prints: [] }],
};
const pages: readonly Page[] = [
  { page: "docs/tutorial.md", before: empty, steps: tutorial, reason: reason ?? whyNoKubectl() },
  {
    page: "docs/tutorial-server.md",
    before: written,
    steps: server,
    reason: reason ?? whyNoKubectl(),
    result: "examples/cafe",
  },
  {
    page: "docs/use-with-curl.md",
    before: cafe,
    steps: stepsOf(read("docs/use-with-curl.md")),
    reason: reason ?? missing(["curl", "python3"]),
  },
  { page: "docs/test-your-server.md", before: cafe, steps: stepsOf(read("docs/test-your-server.md")), reason },
  {
    page: "docs/without-a-server.md",
    before: written,
    steps: stepsOf(read("docs/without-a-server.md")),
    reason,
  },
  {
    page: "docs/webhook-server.md",
    before: cafe,
    // The port of the page may be in use on this machine. The last sections need a cluster.
    steps: stepsOf(
      section(read("docs/webhook-server.md"), "A webhook server").replaceAll("9443", String(await freePort())),
    ),
    reason: reason ?? missing(["curl", "base64"]),
  },
  { page: "docs/internal-hub.md", before: empty, steps: stepsOf(read("docs/internal-hub.md")), reason },
  { page: "docs/crds.md", before: empty, steps: stepsOf(read("docs/crds.md")), reason },
  { page: "docs/cel.md", before: empty, steps: stepsOf(read("docs/cel.md")), reason },
  {
    page: "README.md",
    before: empty,
    steps: stepsOf(section(read("README.md"), "In your own project")),
    reason: reason ?? whyNoKubectl(),
  },
];

/** Folders of projects that pages begin with. */
const folders = new Map<Project, Promise<string>>();
afterAll(async () => {
  for (const folder of await Promise.all(folders.values())) rmSync(folder, { recursive: true, force: true });
});

/** Returns a new folder with a copy of a project. The caller must remove it. */
async function copyOf(project: Project): Promise<string> {
  const made = folders.get(project) ?? make(project);
  folders.set(project, made);
  const copy = mkdtempSync(join(realpathSync(tmpdir()), "page-"));
  cpSync(await made, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  return copy;
}

async function make({ before, steps }: Project): Promise<string> {
  // The name of the package is the name of the folder that the page creates.
  const start = { "package.json": asInstalled.replace("{", '{ "name": "cafe",') };
  const root = before === undefined ? await createUserProject(start) : await copyOf(before);
  const terminal = new Terminal(root);
  for (const step of steps) await follow(step, root, terminal);
  return root;
}

for (const { page, before, steps, reason: why, result } of pages) {
  describe.skipIf(why !== undefined)([`all steps of ${page} work`, why].filter(Boolean).join(", "), () => {
    let root: string;
    let terminal: Terminal;
    beforeAll(async () => {
      root = await copyOf(before);
      terminal = new Terminal(root);
    });
    afterAll(async () => {
      await terminal.stop();
      rmSync(root, { recursive: true, force: true });
    });
    for (const step of steps) test(`line ${step.line}: ${titleOf(step)}`, () => follow(step, root, terminal));
    // All pages use the same packages, so that one check of their declarations is sufficient.
    test(`the project compiles${result === undefined ? "" : " with a check of all declarations"}`, async () => {
      if (!existsSync(join(root, "tsconfig.json"))) return;
      const flags = result === undefined ? "" : " --skipLibCheck false";
      expect(await terminal.run(`npx --no -- tsc --noEmit${flags}`)).toMatchObject({ stdout: "", status: 0 });
    });
    if (result === undefined) return;
    test(`the result is ${result}`, () => {
      const shown = join(repository, result);
      const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
        cwd: shown,
        encoding: "utf8",
      }).split("\n");
      // package.json and README.md are not compared. They contain the name and the version of the
      // package, which the page does not show.
      const files = listed.filter((path) => path !== "" && path !== "package.json" && path !== "README.md");
      expect(files).toContain("src/main.ts");
      expect(
        files.filter((path) => readFileSync(join(shown, path), "utf8") !== readFileSync(join(root, path), "utf8")),
      ).toEqual([]);
    });
  });
}

test("the pages have steps", () => {
  expect(pages.map(({ page, steps }) => ({ page, kinds: [...new Set(steps.map(({ kind }) => kind))].sort() }))).toEqual(
    [
      { page: "docs/tutorial.md", kinds: ["replace", "run", "serve", "wait", "write"] },
      { page: "docs/tutorial-server.md", kinds: ["replace", "run", "serve", "write"] },
      { page: "docs/use-with-curl.md", kinds: ["run", "serve", "write"] },
      { page: "docs/test-your-server.md", kinds: ["run", "write"] },
      { page: "docs/without-a-server.md", kinds: ["run", "write"] },
      { page: "docs/webhook-server.md", kinds: ["run", "serve", "write"] },
      { page: "docs/internal-hub.md", kinds: ["replace", "run", "write"] },
      { page: "docs/crds.md", kinds: ["replace", "run", "write"] },
      { page: "docs/cel.md", kinds: ["replace", "run", "write"] },
      { page: "README.md", kinds: ["run", "serve"] },
    ],
  );
});

async function follow(step: Step, root: string, terminal: Terminal): Promise<void> {
  if (step.kind === "write") {
    terminal.mark();
    mkdirSync(dirname(join(root, step.path)), { recursive: true });
    writeFileSync(join(root, step.path), step.text);
  } else if (step.kind === "replace") {
    terminal.mark();
    const file = join(root, step.path);
    writeFileSync(file, replaceDeclaration(readFileSync(file, "utf8"), step.name, step.text));
  } else if (step.kind === "wait") {
    await terminal.waitFor(step.prints);
  } else if (step.kind === "serve") {
    await terminal.serve(step.script, step.prints);
  } else {
    const { status, stdout, stderr } = await terminal.run(step.script);
    const output = stdout + stderr;
    const missing = step.prints.filter((line) => !patternOf(line).test(output));
    expect({ fails: status !== 0, missing }, output).toEqual({ fails: step.fails, missing: [] });
  }
}

function titleOf(step: Step): string {
  switch (step.kind) {
    case "write":
      return step.path;
    case "replace":
      return `${step.path}: ${step.name}`;
    case "wait":
      return `the server prints ${step.prints.at(-1) ?? ""}`;
    case "run":
    case "serve":
      return step.script.replaceAll("\n", "; ");
  }
}

/**
 * Reports whether a step writes hand-written files: files that the page shows, or files that
 * `codegen init` and `codegen create` write.
 */
function leavesFiles(step: Step): boolean {
  return (
    step.kind === "write" ||
    step.kind === "replace" ||
    (step.kind === "run" && /^(npx --no -- codegen (init|create)\b|rm )/m.test(step.script))
  );
}

/**
 * Returns the reason why the tests of a page are skipped: commands that are missing. Returns
 * undefined if no command is missing.
 */
function missing(commands: readonly string[]): string | undefined {
  const absent = commands.filter((name) => spawnSync(name, ["--version"]).status !== 0);
  return absent.length === 0 ? undefined : `skipped: no ${absent.join(" and ")} here`;
}

/** Returns the text between a heading and the next one. */
function section(markdown: string, heading: string): string {
  return markdown.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
}
