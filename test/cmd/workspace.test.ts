import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readTree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";
import { allFields, workspaceProject, type Exports, type Layout, type WorkspaceRequest } from "./workspace-project.js";

const tsc = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));
const [a, b] = ["packages/a/apis", "packages/b/apis"];

/**
 * Builds `@me/b` and the packages that it refers to.
 * @returns the output of the compiler
 */
function build(root: string): string {
  try {
    return execFileSync(process.execPath, [tsc, "-b", "packages/b"], { cwd: root, encoding: "utf8" });
  } catch (error) {
    return String((error as { readonly stdout?: string }).stdout);
  }
}

function generated(root: string, folder: string): string {
  const path = join(root, folder);
  return readdirSync(path)
    .filter((name) => name.startsWith("zz_generated"))
    .map((name) => readFileSync(join(path, name), "utf8"))
    .join("\n");
}

describe("types of another package of the workspace", () => {
  test.each<readonly [Layout, Exports]>([
    ["npm", "source"],
    ["npm", "dist"],
    ["pnpm", "source"],
    ["pnpm", "dist"],
    ["yarn", "dist"],
  ])(
    "work in the layout of %s, with exports of %s: one run over both packages, and one run for each",
    async (layout, exports) => {
      const root = workspaceProject(allFields, { layout, exports });
      expect(await runHere(root, [a, b])).toMatchObject({ stderr: "", status: 0 });
      const before = readTree(root);
      const text = generated(root, "packages/b/apis/shop/v1");
      expect(text).toMatch(/import \{[^}]*\bDeepCopy_Part\b[^}]*\} from "@me\/a\/core\/v1";/);
      expect(text).toMatch("SetObjectDefaults_Part(obj.part);");
      expect(text).toMatch(`obj.dp ??= { name: "q", count: 3 };`);
      expect(text).not.toMatch(/from "[^"]*packages\/|from "(\.\.\/){3}/);
      expect(generated(root, "packages/a/apis/core/v1")).not.toMatch("@me/");
      for (const folder of ["packages/a", "packages/b"]) {
        expect(await runHere(join(root, folder), ["--check"]), folder).toMatchObject({ stderr: "", status: 0 });
        expect(await runHere(join(root, folder), []), folder).toMatchObject({ stderr: "", status: 0 });
      }
      expect(readTree(root)).toEqual(before);
      if (layout === "npm") expect(build(root)).toBe("");
    },
  );

  test("are found by the workspace's list of packages if the package is not installed", async () => {
    for (const layout of ["npm", "pnpm"] as const) {
      const root = workspaceProject("  mode: Mode;\n  part?: Part;", { layout });
      rmSync(join(root, layout === "npm" ? "node_modules/@me" : "packages/b/node_modules/@me"), { recursive: true });
      expect(await runHere(root, [a, b]), layout).toMatchObject({ stderr: "", status: 0 });
      expect(generated(root, "packages/b/apis/shop/v1")).toMatch(`from "@me/a/core/v1"`);
    }
  });

  test("are one error under Yarn's Plug'n'Play if Yarn does not start codegen, with the command that starts it", async () => {
    const root = workspaceProject(allFields, { tree: { ".pnp.cjs": "", "yarn.lock": "" } });
    rmSync(join(root, "node_modules"), { recursive: true });
    const { stderr, status } = await runHere(root, [a, b]);
    expect(stderr).toMatch(
      /^package.json:1:1 error project\/no-runtime: .*\n {4}if the package is installed, start codegen through Yarn: yarn run codegen; otherwise: yarn add @apimachinery\/runtime@/,
    );
    expect(status).toBe(1);
  });

  test("need no copy function for an enum", async () => {
    const root = workspaceProject("  mode: Mode;");
    expect(await runHere(root, [b])).toMatchObject({ stderr: "", status: 0 });
    const text = readFileSync(join(root, b, "shop/v1/zz_generated.deepcopy.ts"), "utf8");
    expect(text).not.toMatch("@me/a");
  });

  test("need exports; missing exports are one error for each file, at the first field that needs it", async () => {
    const root = workspaceProject(allFields, {
      tree: {
        "packages/a/apis/core/v1/index.ts": `export type * from "./types.js";\nexport * from "./zz_generated.schema.js";\n`,
      },
    });
    const { stderr, status } = await runHere(root, [a, b]);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^packages\/b\/apis\/shop\/v1\/types.ts:10:3 error project\/not-exported: packages\/b\/apis\/shop\/v1 needs DeepCopy_Part, DeepCopy_SA, DeepCopy_Src of packages\/a\/apis\/core\/v1\/zz_generated.deepcopy.ts, but the package @me\/a does not export it\n {4}add export \* from ".\/zz_generated.deepcopy.js"; to packages\/a\/apis\/core\/v1\/index.ts, or/m,
    );
    expect(stderr.match(/ error /g)).toHaveLength(4);
  });

  test("are copied and defaulted by the package's hand-written functions, if it exports them", async () => {
    const copy = `import type { Part } from "./types.js";\n\nexport function DeepCopy_Part(input: Part): Part {\n  return { ...input };\n}\n`;
    const defaults = `import type { SA } from "./types.js";\n\nexport function SetDefaults_SA(obj: SA): void {\n  obj.x ||= "x";\n}\n`;
    const tree = { "packages/a/apis/core/v1/copy.ts": copy, "packages/a/apis/core/v1/defaults.ts": defaults };
    const root = workspaceProject("  part: Part;\n  sa: SA;", { tree });
    const first = await runHere(root, [a, b]);
    expect(first.stderr).toMatch(
      /needs SetDefaults_SA of packages\/a\/apis\/core\/v1\/defaults.ts, but the package @me\/a does not export it/,
    );
    const index = readFileSync(join(root, a, "core/v1/index.ts"), "utf8");
    const exported = workspaceProject("  part: Part;\n  sa: SA;", {
      tree: {
        ...tree,
        "packages/a/apis/core/v1/index.ts": `${index}export { SetDefaults_SA } from "./defaults.js";\n`,
      },
    });
    expect(await runHere(exported, [a, b])).toMatchObject({ stderr: "", status: 0 });
    const text = generated(exported, "packages/b/apis/shop/v1");
    expect(text).toMatch("SetDefaults_SA(obj.sa);");
    expect(text).toMatch(/import \{[^}]*\bSetDefaults_SA\b[^}]*\} from "@me\/a\/core\/v1";/);
    expect(build(exported)).toBe("");
  });
});

describe("types of a published package, which has only declarations", () => {
  const declarations = `export type Mode = "Fast" | "Slow";
export type Label = string;
export type Fast = Extract<Mode, "Fast">;
export interface Part { name: string; count: number; }
export interface Bare { name: string; }
export interface Box<T> { v: T; }
export declare function DeepCopy_Part(input: Part): Part;
export declare function SetObjectDefaults_Part(obj: Part): void;
export declare function Fuzz_Part(): import("fast-check").Arbitrary<Part>;
export declare const OpenAPIModelPackage: string;
export declare function GetOpenAPIDefinitions(): unknown;
export declare const PartSchema: import("@apimachinery/runtime/codegen/v1").Schema<Part>;
`;
  const run = async (fields: string, names: string) => {
    const root = apiProject({
      "node_modules/@pub/x/package.json": `{ "name": "@pub/x", "version": "1.0.0", "type": "module", "types": "index.d.ts" }`,
      "node_modules/@pub/x/index.d.ts": declarations,
      "apis/shop/v1/doc.ts": groupDoc("shop.me.com"),
      "apis/shop/v1/types.ts": `${kind("shop.me.com/v1", "Order", "  spec: Spec;", `import type { ${names} } from "@pub/x";\n`)}\nexport interface Spec {\n${fields}\n}\n`,
    });
    const { stderr, status } = await runHere(root, []);
    return {
      stderr,
      status,
      text: (file: string) => readFileSync(join(root, `apis/shop/v1/zz_generated.${file}.ts`), "utf8"),
    };
  };

  test("are resolved if they are enums or aliases of string, and the exported functions set defaults", async () => {
    const { stderr, status, text } = await run(
      "  mode: Mode;\n  label?: Label;\n  by: Record<Label, string>;\n  part: Part;",
      "Label, Mode, Part",
    );
    expect([stderr, status]).toEqual(["", 0]);
    expect(text("deepcopy")).toMatch("mode: input.mode,");
    expect(text("defaults")).toMatch("SetObjectDefaults_Part(obj.part);");
    expect(text("defaults")).toMatch(`import { SetObjectDefaults_Part } from "@pub/x";`);
    expect(text("schema")).toMatch(`mode: { type: "string", enum: ["Fast", "Slow"] }`);
  });

  test.each([
    [
      "a generic",
      "  box: Box<string>;",
      "Box",
      /error load\/opaque-generic: Spec.box: `Box` is a generic type of the package "@pub\/x", whose fields are unknown\n {4}declare an interface/,
    ],
    [
      "a key of a map",
      "  by: Record<Part, string>;",
      "Part",
      /error load\/index-key: Spec.by: the keys of a map must be strings, but codegen does not know whether `Part` of another package is a string type/,
    ],
    [
      "a member of a union",
      `  one: Bare | Mine;\n}\n\nexport interface Mine {\n  k: "m";`,
      "Bare",
      /error load\/no-discriminator: Spec.one: the fields of `Bare` from the package "@pub\/x" are unknown, so no property can distinguish the type/,
    ],
    [
      "a literal default",
      `  /** +default={"name":"q"} */\n  part?: Part;`,
      "Part",
      /^apis\/shop\/v1\/types.ts:10:\d+ error defaults\/opaque-type: .* has the type Part of @pub\/x, whose properties are not known\n {4}refer to a constant/m,
    ],
  ])("%s is an error that names the cause", async (_what, fields, names, expected) => {
    const { stderr, status } = await run(fields, names);
    expect(stderr).toMatch(expected);
    expect(status).toBe(1);
  });
});

describe("a hub in another package of the workspace", () => {
  const hub: WorkspaceRequest = {
    tree: {
      "packages/b/apis/shop/v1/doc.ts": groupDoc("shop.me.com", "k8s:conversion-gen=@me/a/core/v1"),
      "packages/b/apis/shop/v1/types.ts":
        `${kind("shop.me.com/v1", "Widget", "  spec: WidgetSpec;")}\nexport interface WidgetSpec {\n  parts: Part[];\n}\n\nexport interface Part {\n  name: string;\n  count: number;\n  tags?: string[];\n}\n`
          .replace("count: number", "count: int32")
          .replace("import type { ObjectMeta", "import type { int32, ObjectMeta"),
    },
  };

  test("is named by its package name, and imported by it", async () => {
    const root = workspaceProject("", hub);
    expect((await runHere(root, [a, b])).stderr).not.toMatch(" error ");
    const text = generated(root, "packages/b/apis/shop/v1");
    expect(text).toMatch(/import \* as \w+ from "@me\/a\/core\/v1";/);
    expect(text).toMatch("export function Convert_shop_v1_Widget_To_core_v1_Widget(");
    expect(build(root)).toBe("");
  });

  test("is an error if the package is not in the workspace", async () => {
    const root = workspaceProject("", {
      tree: {
        ...hub.tree,
        "packages/b/apis/shop/v1/doc.ts": groupDoc("shop.me.com", "k8s:conversion-gen=@me/nothing/v1"),
      },
    });
    expect((await runHere(root, [b])).stderr).toMatch(
      /error load\/not-found: the marker names @me\/nothing\/v1, which is neither a folder nor a workspace package that exports its sources/,
    );
  });
});
