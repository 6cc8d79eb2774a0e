import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isRecord } from "../../../engine/config/settings.js";

/** npm scripts that every project with generated code wants. */
const scripts: { readonly [name: string]: string } = { generate: "codegen", "verify-generated": "codegen --check" };

/**
 * Adds the scripts to package.json, which is made where there is none. A script of the same name stays.
 *
 * @returns what was done, or undefined where the file is not a JSON object
 */
export function addScripts(root: string): string[] | undefined {
  const file = join(root, "package.json");
  if (!existsSync(file)) {
    const manifest = { name: packageName(root), private: true, type: "module", scripts };
    writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`, { flag: "wx" });
    return ["created package.json"];
  }
  const text = readFileSync(file, "utf8");
  const manifest = parse(text);
  if (manifest === undefined) return undefined;
  const known = isRecord(manifest["scripts"]) ? manifest["scripts"] : {};
  const missing = Object.keys(scripts).filter((name) => known[name] === undefined);
  const fresh = isFresh(manifest);
  if (missing.length === 0) return ["exists  package.json"];
  const added = Object.fromEntries(missing.map((name) => [name, scripts[name]]));
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? 2;
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...(fresh ? { type: "module" } : {}), scripts: { ...known, ...added } }, undefined, indent)}\n`);
  const done = [...missing.map((name) => `npm run ${name}`), ...(fresh ? [`"type": "module"`] : [])];
  return [`updated package.json: ${done.join(", ")}`];
}

/** Whether the code of a folder is ES modules to Node and to the compiler, as generated code is. */
export function isModule(root: string): boolean {
  return parse(readFileSync(join(root, "package.json"), "utf8"))?.["type"] === "module";
}

/** Whether a package.json holds only what `npm install` puts into an empty folder: nobody has chosen anything yet. */
function isFresh(manifest: { readonly [key: string]: unknown }): boolean {
  return Object.keys(manifest).every((key) => /^(dev|optional|peer)?dependencies$/i.test(key));
}

function parse(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function packageName(root: string): string {
  return basename(root).toLowerCase().replace(/[^a-z0-9-]+/g, "-").replace(/^-+|-+$/g, "") || "api";
}
