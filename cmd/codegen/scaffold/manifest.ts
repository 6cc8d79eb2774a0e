import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isRecord } from "../../../engine/config/settings.js";

/** npm scripts that are added to a project with generated code. */
const scripts: { readonly [name: string]: string } = {
  generate: "codegen",
  "verify-generated": "codegen --check",
  build: "codegen && tsc",
  start: "node --enable-source-maps dist/src/main.js",
  dev: "npm run build && npm start",
};

/**
 * Adds the scripts to package.json, and creates the file if it is missing. An existing script of
 * the same name is kept. Returns the changes; undefined if the file is not a JSON object.
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
  const fresh = isFresh(root, manifest);
  if (missing.length === 0 && !fresh) return ["exists  package.json"];
  const added = Object.fromEntries(missing.map((name) => [name, scripts[name]]));
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? 2;
  writeFileSync(
    file,
    `${JSON.stringify({ ...manifest, ...(fresh ? { type: "module" } : {}), scripts: { ...known, ...added } }, undefined, indent)}\n`,
  );
  const done = [...missing.map((name) => `npm run ${name}`), ...(fresh ? [`"type": "module"`] : [])];
  return [`updated package.json: ${done.join(", ")}`];
}

/**
 * Reports whether Node and the compiler take the code of a folder for ES modules, which generated
 * code is.
 */
export function isModule(root: string): boolean {
  return parse(readFileSync(join(root, "package.json"), "utf8"))?.["type"] === "module";
}

/**
 * Reports whether the folder has only files that `npm init` and `npm install` create, so that no
 * code depends on the kind of modules.
 */
function isFresh(root: string, manifest: { readonly [key: string]: unknown }): boolean {
  const ours = /^(\..*|node_modules|package(-lock)?\.json|(README|LICENSE|CHANGELOG)(\..*)?)$/i;
  return manifest["type"] === undefined && readdirSync(root).every((name) => ours.test(name));
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
  return (
    basename(root)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "api"
  );
}
