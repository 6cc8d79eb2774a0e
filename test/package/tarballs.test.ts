import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { succeed } from "./command.js";
import { pack, repository, type Tarball } from "./tarballs.js";

interface Manifest {
  readonly bin?: Record<string, string>;
  readonly exports: Record<string, string | Record<string, string>>;
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly version: string;
}

let folder: string;
let tarballs: readonly Tarball[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-tarballs-"));
  tarballs = await pack(folder);
  for (const { name, file } of tarballs) {
    mkdirSync(join(folder, name), { recursive: true });
    execFileSync("tar", ["-xzf", file, "-C", join(folder, name)]);
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const find = (name: string) => tarballs.find((tarball) => tarball.name === name) as Tarball;
const manifestOf = (tarball: Tarball) => JSON.parse(readPacked(tarball, "package.json")) as Manifest;

function readPacked({ name }: Tarball, path: string): string {
  return readFileSync(join(folder, name, "package", path), "utf8");
}

const packages = ["@apimachinery/codegen", "@apimachinery/runtime", "@apimachinery/client", "@apimachinery/apiserver"];

describe.each(packages)("the tarball of %s", (name) => {
  test("contains a license and a README", () => {
    expect(find(name).paths).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
  });

  test("contains the built files and nothing else", () => {
    const strange = find(name).paths.filter(
      (path) =>
        !/^(dist\/bundle\/.+\.c?js(\.map)?|dist\/.+\.d\.ts|dist\/bundle\/templates\/[\w-]+\/parsed\.json|docs\/codegen\.config\.schema\.json|(generated\/)?proto\/.+\.proto|[A-Z]+(\.md)?|package\.json)$/.test(
          path,
        ),
    );
    expect(strange).toEqual([]);
  });

  test("has a source map with the sources for each script", () => {
    const { paths } = find(name);
    const code = (path: string) => readPacked(find(name), path).replace(/^(import|export) \{[^;]*;$|^\/\/#.*$/gm, "");
    // The scripts with helper functions of the bundler have no source, so they need no source map.
    const isOwn = (path: string) => !/\/rolldown-runtime-[\w-]+\.js$/.test(path);
    const scripts = paths.filter((path) => /\.c?js$/.test(path) && isOwn(path) && code(path).trim() !== "");
    expect(scripts.filter((path) => !paths.includes(`${path}.map`))).toEqual([]);
    for (const script of scripts) {
      const map = JSON.parse(readPacked(find(name), `${script}.map`)) as Record<"sources" | "sourcesContent", string[]>;
      expect(map.sources.filter((source) => !source.endsWith(".ts"))).toEqual([]);
      for (const source of map.sourcesContent) expect(source).toMatch(/export|import/);
    }
  });

  test("contains neither tests nor the pizza API", () => {
    expect(
      find(name).paths.filter((path) =>
        /^(tests?|bench|apis)\/|^dist\/.*(tests?|bench|apis)\/|\.test\.|restaurant|pizza/.test(path),
      ),
    ).toEqual([]);
  });

  test("contains no path of the machine that built it", () => {
    const { paths } = find(name);
    expect(paths.filter((path) => readPacked(find(name), path).includes(repository))).toEqual([]);
  });

  test("has a file and types for each export", () => {
    const { exports, bin } = manifestOf(find(name));
    const targets = [
      ...Object.values(exports).flatMap((target) => (typeof target === "string" ? [target] : Object.values(target))),
      ...Object.values(bin ?? {}),
    ];
    const missing = targets
      .map((target) => target.replace(/^\.\//, ""))
      .filter((path) => !find(name).paths.includes(path));
    expect(missing).toEqual([]);
    for (const [path, target] of Object.entries(exports)) {
      if (!path.endsWith(".json")) expect(target).toHaveProperty("types");
    }
  });

  test("has no install scripts", () => {
    const { scripts } = manifestOf(find(name));
    expect(Object.keys(scripts ?? {}).filter((script) => /^(pre|post)?install$|^prepare$/.test(script))).toEqual([]);
  });
});

test("npm pack compiles nothing when the build is current, and removes outputs without a source", async () => {
  const script = join(repository, "runtime/dist/index.js");
  const stale = join(repository, "runtime/dist/stale.js");
  const before = statSync(script).mtimeMs;
  writeFileSync(stale, "");
  await succeed(repository, "npm", ["pack", "--workspace", "runtime", "--dry-run"]);
  expect(existsSync(stale)).toBe(false);
  expect(statSync(script).mtimeMs).toBe(before);
});

test("the runtime has no dependencies", () => {
  expect(manifestOf(find("@apimachinery/runtime")).dependencies ?? {}).toEqual({});
});

test("all packages, their dependencies on each other, and the changelog have one version", () => {
  const { version } = manifestOf(find("@apimachinery/codegen"));
  const own = (dependencies: Record<string, string> = {}) =>
    Object.entries(dependencies).filter(([name]) => name.startsWith("@apimachinery/"));
  const versions = packages
    .map((name) => manifestOf(find(name)))
    .flatMap((manifest) => [manifest.version, ...own(manifest.dependencies).map(([, wanted]) => wanted)]);
  expect([...new Set(versions)]).toEqual([version]);
  expect(readFileSync(join(repository, "CHANGELOG.md"), "utf8")).toContain(`## [${version}]`);
});

test("Node starts the command without a shell", () => {
  expect(readPacked(find("@apimachinery/codegen"), "dist/bundle/cmd/codegen/main.cjs")).toMatch(
    /^#!\/usr\/bin\/env node\n/,
  );
});
