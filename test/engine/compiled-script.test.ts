import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "vitest";
import { keepCompiled, loadScript, readCompiled, writeCompiled } from "../../engine/base/compiled-script.js";
import { temporaryFolder } from "./temporary-folder.js";

function storedScript(): { readonly script: string; readonly stored: string } {
  const root = temporaryFolder({ "node_modules/a/index.js": "", "lib/script.js": "1" });
  const script = join(root, "lib/script.js");
  writeCompiled(script, Buffer.from("compiled"));
  const folder = join(root, "node_modules/.cache/apimachinery-codegen");
  return { script, stored: join(folder, readdirSync(folder)[0] ?? expect.fail()) };
}

describe("V8's compiled form of a script", () => {
  test("is stored below the nearest node_modules", () => {
    expect(readCompiled(storedScript().script)?.toString()).toBe("compiled");
  });

  test("is ignored if its file is truncated", () => {
    const { script, stored } = storedScript();
    writeFileSync(stored, readFileSync(stored).subarray(0, -1));
    expect(readCompiled(script)).toBeUndefined();
  });

  test("is ignored for another version of the script", () => {
    const { script } = storedScript();
    utimesSync(script, 1, 1);
    expect(readCompiled(script)).toBeUndefined();
  });

  test("is stored separately for each set of V8 flags", () => {
    const { script } = storedScript();
    setFlagsFromString("--stack-trace-limit=11");
    try {
      expect(readCompiled(script)).toBeUndefined();
      writeCompiled(script, Buffer.from("otherwise"));
      expect(readCompiled(script)?.toString()).toBe("otherwise");
    } finally {
      setFlagsFromString("--stack-trace-limit=10");
    }
    expect(readCompiled(script)?.toString()).toBe("compiled");
  });
});

describe("a script that is loaded with its compiled code", () => {
  const code = "exports.add = (a, b) => a + b;\nexports.load = (name) => module.importModule(name);\n";

  interface Exports {
    readonly add: (a: number, b: number) => number;
    readonly load: (name: string) => Promise<object>;
  }

  function load(script: string): Exports {
    return loadScript(script, { importModule: (name: string) => import(name) }) as Exports;
  }

  test("returns its exports, and imports modules by the given function", async () => {
    const script = join(temporaryFolder({ "node_modules/a/index.js": "", "script.cjs": code }), "script.cjs");
    for (let process = 1; process <= 2; process++) {
      const { add, load: importModule } = load(script);
      expect(add(1, 2)).toBe(3);
      expect(await importModule("node:path")).toHaveProperty("posix");
      keepCompiled();
    }
  });

  test("is stored at the end of the first run, and not again", () => {
    const root = temporaryFolder({ "node_modules/a/index.js": "", "script.cjs": code });
    const script = join(root, "script.cjs");
    load(script);
    expect(readCompiled(script)).toBeUndefined();
    keepCompiled();
    const folder = join(root, "node_modules/.cache/apimachinery-codegen");
    const files = () => readdirSync(folder).map((name) => statSync(join(folder, name)).ino);
    const before = files();
    load(script);
    keepCompiled();
    expect(files()).toEqual(before);
  });

  test("is stored again if V8 refuses the stored code", () => {
    const script = join(temporaryFolder({ "node_modules/a/index.js": "", "script.cjs": code }), "script.cjs");
    writeCompiled(script, Buffer.from("refused"));
    expect(load(script).add(1, 2)).toBe(3);
    keepCompiled();
    expect(readCompiled(script)?.includes("add")).toBe(true);
  });

  test.each([
    ["without node_modules", {}],
    ["with a cache folder that cannot be written", { "node_modules/.cache": "a file" }],
  ])("works %s", (_, files) => {
    const script = join(temporaryFolder({ ...files, "script.cjs": code }), "script.cjs");
    expect(load(script).add(1, 2)).toBe(3);
    expect(keepCompiled).not.toThrow();
    expect(readCompiled(script)).toBeUndefined();
  });
});
