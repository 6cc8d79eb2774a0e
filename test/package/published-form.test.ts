import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "./command.js";
import { pack, repository, type Tarball } from "./tarballs.js";

let folder: string;
let tarballs: readonly Tarball[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "apimachinery-published-"));
  tarballs = await pack(folder);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const tool = (name: string) => join(repository, "node_modules/.bin", name);

/** Returns the path of the tarball of a package. @throws Error for an unknown package */
function fileOf(name: string): string {
  const tarball = tarballs.find((packed) => packed.name === name);
  if (tarball === undefined) throw new Error(`${name} was not packed`);
  return tarball.file;
}

describe.each(["codegen", "runtime", "client", "apiserver"])("@apimachinery/%s", (name) => {
  test("publint reports no errors, warnings or suggestions", async () => {
    const { status, stdout, stderr } = await command(folder, tool("publint"), [
      "run",
      fileOf(`@apimachinery/${name}`),
      "--strict",
    ]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("All good!");
  });

  test("every import resolves to types that fit the JavaScript, in Node and in bundlers", async () => {
    // `require` and the module resolution of Node 10 are not checked, because the packages are ES
    // modules.
    const { status, stdout } = await command(folder, tool("attw"), [
      fileOf(`@apimachinery/${name}`),
      "--profile",
      "esm-only",
      "--format",
      "json",
    ]);
    const { analysis } = JSON.parse(stdout) as { readonly analysis: { readonly entrypoints: object } };
    expect(Object.keys(analysis.entrypoints)).toContain(name === "codegen" ? "./engine" : ".");
    expect(status, stdout).toBe(0);
  });
});
