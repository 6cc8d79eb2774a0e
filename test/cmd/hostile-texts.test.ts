import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript6";
import { expect, test } from "vitest";
import { writeTree, type Tree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

const code = "globalThis.PWN=1";

/**
 * Texts that would end a JavaScript string, template, comment or list if codegen did not escape
 * them.
 */
const texts: readonly (readonly [string, string])[] = [
  ["a double quote", `a"; ${code}; //`],
  ["a single quote", `a'; ${code}; //`],
  ["a back quote", `\`+(${code})+\``],
  ["a template", `\${${code}}`],
  ["the end of a comment", `*/ ${code} /*`],
  ["a backslash and a quote", `a\\"; ${code}; //`],
  ["U+2028", `a\u2028${code}\u2028`],
  ["the printer's own placeholder", `\u00010\u0002; ${code}`],
  ["comments of HTML", `-->${code}<!--`],
  ["a bracket", `a]; ${code}; [`],
  ["a line end", `a\n${code}\n`],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
];

/** Returns API packages that contain the text in every position in which users can write text. */
function folders(text: string): Tree {
  const quoted = JSON.stringify(text);
  const tree: { [path: string]: string } = {};
  const add = (
    place: string,
    fields: string,
    { above = "", more = "", doc = groupDoc(`${place}.example.com`), folder = "v1" } = {},
  ): void => {
    tree[`apis/${place}/${folder}/doc.ts`] = doc;
    tree[`apis/${place}/${folder}/types.ts`] =
      kind(`${place}.example.com/v1`, "A", fields).replace("export interface A ", `${above}export interface A `) + more;
  };
  add("property", `  ${quoted}: string;\n  list: { ${quoted}?: string[] }[];`);
  add("literal", `  one: ${quoted} | "b";\n  by: Record<${quoted} | "b", string>;`);
  add("discriminator", "  one: X | Y;", {
    more: `export interface X { k: ${quoted}; x: string }\nexport interface Y { k: "y"; y: string[] }\n`,
  });
  add(
    "default",
    `  /** +default=${quoted} */\n  one: string;\n  /** +default={"n":${quoted}} */\n  two: N;\n  /** +default={${quoted}:"n"} */\n  three: Record<string, string>;`,
    { more: "export interface N { n: string }\n" },
  );
  add("reference", `  /** +default=ref(${text}) */\n  one: string;`);
  add("description", `  /** ${text} */\n  one: string;\n  /**\n   * One.\n   * ${text}\n   */\n  two: string;`);
  add(
    "rule",
    `  /**\n   * +kubebuilder:validation:Pattern=${quoted}\n   * +k8s:validation:cel[0]:rule=${quoted}\n   * +k8s:validation:cel[0]:message=${quoted}\n   */\n  one: string;`,
  );
  add("extension", `  /** +k8s:openapi-gen=x-one:${text} */\n  one: string;`);
  add("extension-name", `  /** +k8s:openapi-gen=x-${text}:one */\n  one: string;`);
  add("column", "  one: string;", {
    above: `/** +kubebuilder:printcolumn:name=${quoted},type="string",JSONPath=".one",description=${quoted} */\n`,
  });
  add("path", "  one: string;", {
    above: `/** +kubebuilder:printcolumn:name="One",type="string",JSONPath=".one[${quoted}]" */\n`,
  });
  add("resource", "  one: string;", {
    above: `/** +kubebuilder:resource:path=${quoted},singular=${quoted},shortName=${quoted},categories=${quoted} */\n`,
  });
  add("resource-name", "  one: string;", { above: `/** +resourceName=${text} */\n` });
  add("scale", "  spec: S;\n  status: S;", {
    above: `/** +kubebuilder:subresource:scale:specpath=.spec[${quoted}],statuspath=.status[${quoted}] */\n`,
    more: `export interface S { ${quoted}: int32 }\n`,
  });
  tree["apis/scale/v1/types.ts"] = (tree["apis/scale/v1/types.ts"] ?? "").replace("ObjectMeta,", "int32, ObjectMeta,");
  add("group", "  one: string;", { doc: groupDoc(text) });
  tree["apis/group/v1/types.ts"] = (tree["apis/group/v1/types.ts"] ?? "").replace(
    `"group.example.com/v1"`,
    JSON.stringify(`${text}/v1`),
  );
  if (!text.includes("/")) add("folder", "  one: string;", { folder: `${text}/v1` });
  add("plural", "  one: string;");
  return tree;
}

/**
 * Imports the generated code in a separate process, and decodes objects with the generated schemas.
 */
const importer = `
import { decodeJSON } from "@apimachinery/runtime";
import { pathToFileURL } from "node:url";
let modules = 0;
for (const path of process.argv.slice(1)) {
  const found = await import(pathToFileURL(path));
  modules++;
  for (const [name, value] of Object.entries(found)) {
    try {
      if (name.endsWith("Schema")) decodeJSON(value, "{}", "strict");
      else if (/^GetOpenAPIDefinitions$/.test(name)) value(() => "");
    } catch {}
  }
}
console.log(JSON.stringify({ modules, foreign: "PWN" in globalThis || Object.keys(Object.prototype).length > 0 }));
`;

interface Imported {
  readonly modules: number;
  readonly foreign: boolean;
}

function importAll(root: string): Imported {
  const sources = readdirSync(join(root, "apis"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const written = sources.map((path) => {
    const file = join(root, "apis", path);
    const { outputText } = ts.transpileModule(readFileSync(file, "utf8"), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
    });
    const target = file.replace(/\.ts$/, ".js");
    writeFileSync(target, outputText);
    return target;
  });
  const generated = written.filter((path) => /zz_generated\.(?!roundtrip)[^/]*$/.test(path));
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", importer, ...generated], {
      cwd: root,
      encoding: "utf8",
    }),
  ) as Imported;
}

test.each(texts)("generated code with %s runs no code from the text, or the text is rejected", async (_what, text) => {
  const root = apiProject({ "codegen.config.json": `${JSON.stringify({ plurals: { A: text } })}\n` });
  writeTree(root, folders(text));
  for (;;) {
    const { stderr, status } = await runHere(root, []);
    expect(stderr).not.toMatch("a bug in codegen");
    if (status === 0) break;
    // Removes the folders with errors, so that the next run of codegen generates files for the
    // other folders.
    const refused = new Set([...stderr.matchAll(/^apis\/([a-z-]+)\/[^]*? error /gm)].map(([, place = ""]) => place));
    const isPlural = /^codegen\.config\.json:.* error /m.test(stderr);
    expect(refused.size > 0 || isPlural, stderr).toBe(true);
    for (const place of refused) rmSync(join(root, "apis", place), { recursive: true });
    if (isPlural) writeFileSync(join(root, "codegen.config.json"), "{}\n");
  }
  const imported = importAll(root);
  expect(imported.foreign).toBe(false);
  expect(imported.modules).toBeGreaterThan(20);
});

test("the test itself detects code that runs", () => {
  const root = apiProject({ "apis/v1/zz_generated.deepcopy.ts": `${code};\nexport {};\n` });
  expect(importAll(root)).toEqual({ modules: 1, foreign: true });
});
