import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle, failOnWarning } from "../../cmd/bundle/bundle.js";
import { temporaryFolder } from "../engine/temporary-folder.js";

test("a warning about the speed of the machine does not end a build", () => {
  expect(() => {
    failOnWarning("warn", { code: "PLUGIN_TIMINGS", message: "spent significant time in plugins" });
    failOnWarning("info", { code: "LARGE_BARREL_MODULES", message: "many exports" });
  }).not.toThrow();
});

test("a warning about the joined files ends the build", async () => {
  const from = temporaryFolder({
    "main.js": 'import * as other from "./other.js";\nexport const value = other.missing;\n',
    "other.js": "export const present = 1;\n",
  });
  const to = join(from, "bundle");
  await expect(bundle({ from, to, entries: ["main.js"] })).rejects.toThrow("missing");
  await bundle({ from, to, entries: ["other.js"] });
  expect(existsSync(join(to, "other.js"))).toBe(true);
});

test("a failed build keeps the files of the last one", async () => {
  const from = temporaryFolder({ "main.js": "export const value = 1;\n", "text/a.txt": "a" });
  const to = join(from, "bundle");
  await bundle({ from, to, entries: ["main.js"], copied: join(from, "text") });
  await expect(bundle({ from, to, entries: ["absent.js"] })).rejects.toThrow("absent.js");
  expect(readFileSync(join(to, "text/a.txt"), "utf8")).toBe("a");
  expect(existsSync(join(to, "main.js"))).toBe(true);
  await bundle({ from, to, entries: ["main.js"] });
  expect(readdirSync(from).sort()).toEqual(["bundle", "main.js", "text"]);
});

test("a build joins modules again after a change, and otherwise gives the files the time of the build", async () => {
  const from = temporaryFolder({ "main.js": "export const value = 1;\n" });
  const request = { from, to: join(from, "bundle"), entries: ["main.js"] } as const;
  const joined = join(from, "bundle/main.js");
  const build = async () => {
    await bundle(request);
    return readFileSync(joined, "utf8");
  };
  const first = await build();
  // Other text shows whether a build writes the file again.
  writeFileSync(joined, "kept");
  const soon = new Date(Date.now() + 1000);
  utimesSync(joined, soon, soon);
  expect(await build()).toBe("kept");
  expect(statSync(joined).mtimeMs).toBeLessThan(soon.getTime());

  writeFileSync(join(from, "main.js"), "export const value = 2;\n");
  utimesSync(join(from, "main.js"), soon, soon);
  expect(await build()).toBe(first.replace("value = 1", "value = 2"));
});
