import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "vitest";
import { readCompiled, writeCompiled } from "../../engine/load/syntax/compiled.js";
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
