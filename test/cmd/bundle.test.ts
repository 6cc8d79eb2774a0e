import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "../../cmd/bundle/bundle.js";
import { failOnWarning } from "../../cmd/bundle/compiled-modules.js";
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

test("a command becomes three scripts, which load packages and other modules when they are needed", async () => {
  const loaded = (name: string): string => `console.log("load ${name}");\n`;
  const from = temporaryFolder({
    "package.json": '{ "type": "module" }',
    "node_modules/plain/index.js": `${loaded("plain")}exports.plain = 1;\n`,
    "node_modules/modern/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/modern/index.js": `${loaded("modern")}export const modern = await Promise.resolve(2);\n`,
    "user.js": "export const user = 3;\n",
    "command/main.js": `import { greet } from "./greet.js";
greet("…");
void import("./run.js").then(({ run }) => run());
`,
    "command/greet.js": "export const greet = (text) => console.log(`hello ${text}`);\n",
    "command/loader.js": `import { createRequire } from "node:module";
const modules = createRequire(import.meta.url)("./command.cjs");
export const loadModule = (path) => modules[path]();
`,
    "command/run.js": `import { greet } from "./greet.js";
export async function run() {
  greet('\\u2026 … import("modern")');
  const { plain } = await import("./plain.js");
  const { modern } = await import("modern");
  const { user } = await import(new URL("../user.js", import.meta.url).href);
  console.log(plain, modern, user);
}
`,
    "command/plain.js": 'export { plain } from "plain";\n',
  });
  const command = { main: "command/main.js", loader: "command/loader.js" };
  await bundle({ from, to: join(from, "bundle"), entries: ["user.js"], command });
  const scripts = readdirSync(join(from, "bundle/command")).filter((name) => name.endsWith(".cjs"));
  expect(scripts.sort()).toEqual(["command.cjs", "loader.cjs", "main.cjs"]);
  expect(execFileSync(process.execPath, [join(from, "bundle/command/main.cjs")], { encoding: "utf8" })).toBe(
    'hello …\nhello … … import("modern")\nload plain\nload modern\n1 2 3\n',
  );
});
