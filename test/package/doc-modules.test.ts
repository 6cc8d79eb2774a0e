import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fencedBlocks } from "../docs/fenced-blocks.js";
import { writeTree, type Tree } from "../engine/temporary-folder.js";
import { command } from "./command.js";
import { createUserProject, whyNot } from "./install.js";
import { compilerOptions } from "./library-api.js";
import { repository } from "./tarballs.js";

const reason = await whyNot();

/** A TypeScript block of a page that imports modules. */
interface Module {
  readonly page: string;
  readonly line: number;
  readonly text: string;
  /** Path in the comment of the first line, such as `src/definition.ts`. */
  readonly path: string | undefined;
}

/**
 * Pages whose modules belong to another project, or to an earlier state of it. Tests of these pages
 * in test/docs compile them.
 */
const otherProjects: ReadonlySet<string> = new Set(["docs/controllers.md", "docs/internal-hub.md", "docs/tutorial.md"]);

const listed = (...args: readonly string[]): readonly string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...args], {
    cwd: repository,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path !== "");

const modules = listed("README.md", "*/README.md", "docs/*.md")
  .filter((page) => !page.startsWith("test/") && !otherProjects.has(page))
  .flatMap((page) => modulesOf(page, readFileSync(join(repository, page), "utf8")));

function modulesOf(page: string, markdown: string): Module[] {
  return fencedBlocks(markdown)
    .filter(({ info, text }) => info[0] === "ts" && /^(import|export) [^;]*?from "/m.test(text))
    .map(({ line, text }) => ({ page, line, text, path: /^\/\/ ([\w./-]+\.ts)\n/.exec(text)?.[1] }));
}

/** Returns files of the repository by their paths below a folder. */
function files(paths: readonly string[], below = ""): Tree {
  return Object.fromEntries(
    paths.map((path) => [path.slice(below.length), readFileSync(join(repository, path), "utf8")]),
  );
}

const pizza = "cmd/pizza-apiserver/";

/** Returns files from two folders below the root, with the imports of files in the root. */
function movedUp(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [
      path,
      text.replace(/(?<=")(?:\.\.\/){2}((?:\.\.\/)*)apis\//g, (_, up: string) => `${up === "" ? "./" : up}apis/`),
    ]),
  );
}

/** The project of the tutorials, with the API and the clients of this repository. */
const project: Tree = {
  ...files(listed("examples/cafe/apis", "examples/cafe/src", "examples/cafe/package.json"), "examples/cafe/"),
  ...files(listed("apis/*.ts", "generated/clientset/*.ts").filter((path) => !/\.test\.ts$/.test(path))),
  ...movedUp(files(listed("cmd/pizza-apiserver/restaurant-group.ts", "cmd/pizza-apiserver/registry/*.ts"), pizza)),
};

/** Returns the folder in which the relative imports of a module find their files. */
function folderOf(root: string, { page, line, text, path }: Module): string {
  const specifiers = [...text.matchAll(/from "(\.{1,2}\/[^"]+)\.js"/g)].map(([, specifier = ""]) => `${specifier}.ts`);
  const own = path === undefined ? [] : [dirname(path)];
  const found = [...own, "", "src", "apis/restaurant", "apis/cafe/v1"].find((folder) =>
    specifiers.every((specifier) => existsSync(join(root, folder, specifier))),
  );
  if (found === undefined) throw new Error(`${page}:${line} imports a file that no project has`);
  return found;
}

describe.skipIf(reason !== undefined)(
  ["TypeScript blocks of the pages, with the packages as published", reason].filter(Boolean).join(", "),
  () => {
    let root: string;
    const names: string[] = [];
    beforeAll(async () => {
      root = await createUserProject(project);
      for (const { path, text } of modules)
        if (path !== undefined && !existsSync(join(root, path))) writeTree(root, { [path]: text });
      for (const module of modules) {
        const stem = `${basename(module.page, ".md")}-${module.line}.ts`;
        names.push(join(folderOf(root, module), stem));
        writeFileSync(join(root, names.at(-1) ?? ""), module.text);
      }
    });
    afterAll(() => {
      rmSync(root, { recursive: true, force: true });
    });

    test("the pages have modules, and one of them has a group inside of its definition", () => {
      expect(modules.length).toBeGreaterThan(30);
      expect(modules.filter(({ text }) => /groups: \[\{ install/.test(text)).length).toBeGreaterThan(1);
    });

    const strictest = {
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      noPropertyAccessFromIndexSignature: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
    };
    test.each([
      ["with the strictest flags", strictest],
      ["with the flag strict alone", {}],
    ])("all modules compile as they stand %s, and the types of all packages are checked", async (_, flags) => {
      const options = { ...compilerOptions, verbatimModuleSyntax: false, ...flags, skipLibCheck: false, noEmit: true };
      writeTree(root, { "tsconfig.json": JSON.stringify({ compilerOptions: options, files: names }) });
      const { stdout, stderr } = await command(root, "npx", ["--no", "--", "tsc"]);
      expect(stdout + stderr).toBe("");
    });
  },
);
