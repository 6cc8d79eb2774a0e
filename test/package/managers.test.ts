import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTree } from "../engine/temporary-folder.js";
import { command, succeed } from "./command.js";
import { whyNot } from "./install.js";
import { managersWorkspace, type Exports } from "./managers-workspace.js";
import { pack } from "./tarballs.js";

const reason = await whyNot();

interface Manager {
  readonly name: string;
  readonly exports: Exports;
  readonly sibling: "1.0.0" | "workspace:*";
  /**
   * Returns the install command. `tools` is the folder of the package managers, `store` the folder
   * of their downloads.
   */
  readonly install: (tools: string, store: string) => readonly [string, ...string[]];
}

const managers: readonly Manager[] = [
  {
    name: "npm",
    exports: "source",
    sibling: "1.0.0",
    install: () => ["npm", "install", "--ignore-scripts"],
  },
  {
    name: "pnpm",
    exports: "dist",
    sibling: "workspace:*",
    install: (tools, store) => [
      "node",
      join(tools, "node_modules/pnpm/bin/pnpm.cjs"),
      "install",
      "--ignore-scripts",
      "--prefer-offline",
      "--store-dir",
      store,
    ],
  },
  {
    name: "yarn",
    exports: "source",
    sibling: "1.0.0",
    install: (tools, store) => [
      "node",
      join(tools, "node_modules/yarn/bin/yarn.js"),
      "install",
      "--ignore-scripts",
      "--non-interactive",
      "--cache-folder",
      store,
    ],
  },
];

/** Only one manager installs vitest, which has many packages. */
const isTested = (name: string): boolean => name === "npm";
const onlyNoVitest = expect.stringMatching(/^(\S+ info fuzz\/no-vitest: .*\n.*\n)?$/) as string;

describe.skipIf(reason !== undefined)(
  ["a workspace that a package manager has installed", reason].filter(Boolean).join(", "),
  () => {
    let base: string;
    beforeAll(async () => {
      base = realpathSync(mkdtempSync(join(tmpdir(), "managers-")));
      const tools = join(base, "tools");
      mkdirSync(tools);
      const tarballs = await pack(base);
      const tarball = (name: string): string => `file:${tarballs.find((one) => one.name === name)?.file ?? ""}`;
      await succeed(tools, "npm", ["install", "--prefix", tools, "--ignore-scripts", "pnpm@10", "yarn@1"]);
      const prepare = async ({ name, exports, sibling, install }: Manager): Promise<void> => {
        mkdirSync(join(base, name));
        writeTree(join(base, name), managersWorkspace({ exports, sibling, tarball, isTested: isTested(name) }));
        const [program, ...args] = install(tools, join(base, `store-${name}`));
        await succeed(join(base, name), program, args);
      };
      await Promise.all(managers.map(prepare));
    });
    afterAll(() => {
      rmSync(base, { recursive: true, force: true });
    });

    test.each(managers.map(({ name, exports }) => [name, exports]))(
      "installed by %s, with exports of %s: runs over both packages and in each succeed, and tsc builds both",
      async (name) => {
        const root = join(base, name);
        const succeeds = { stderr: isTested(name) ? "" : onlyNoVitest, status: 0 };
        const run = (folder: string, program: string, ...args: string[]) =>
          command(join(root, folder), join(root, "node_modules/.bin", program), args);
        expect(await run(".", "codegen", "packages/a/apis", "packages/b/apis")).toMatchObject(succeeds);
        const first = generated(root);
        expect(first.size).toBeGreaterThan(20);
        expect(first.get("packages/b/apis/shop/v1/zz_generated.conversion.ts")).toMatch(/from "@me\/a\/core";/);
        expect(await run(".", "tsc", "-b")).toMatchObject({ stdout: "", status: 0 });
        for (const folder of ["packages/a", "packages/b"])
          expect(await run(folder, "codegen", "--strict"), folder).toMatchObject(succeeds);
        expect(generated(root)).toEqual(first);

        // In a fresh clone, the packages must be built one after the other.
        for (const path of first.keys()) rmSync(join(root, path));
        for (const folder of ["packages/a", "packages/b"]) {
          rmSync(join(root, folder, "dist"), { recursive: true });
          expect(await run(folder, "codegen", "--strict"), folder).toMatchObject(succeeds);
        }
        expect(generated(root)).toEqual(first);
      },
    );

    test("the generated tests of both packages pass", async () => {
      const root = join(base, "npm");
      expect(
        await succeed(root, join(root, "node_modules/.bin/vitest"), ["run", "packages/a/apis", "packages/b/apis"]),
      ).toMatch(/Test Files +2 passed/);
    });
  },
);

/** Returns the generated files in the sources of the packages, by path. */
function generated(root: string): Map<string, string> {
  const paths = readdirSync(join(root, "packages"), { recursive: true, encoding: "utf8" }).filter((path) =>
    /^[ab]\/apis\/.*\/zz_generated\.[^/]*\.ts$/.test(path),
  );
  return new Map(paths.sort().map((path) => [`packages/${path}`, readFileSync(join(root, "packages", path), "utf8")]));
}
