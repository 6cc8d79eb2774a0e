import type { Tree } from "../engine/temporary-folder.js";
import { doc } from "../cmd/api-project.js";

/** Kind of files to which the exports of a package refer: sources or compiled files. */
export type Exports = "source" | "dist";

export interface ManagersWorkspace {
  readonly exports: Exports;
  /** Version with which one package of the workspace depends on another. */
  readonly sibling: "1.0.0" | "workspace:*";
  /** Returns the location from which a package of this repository is installed. */
  readonly tarball: (name: string) => string;
  /** True to install vitest, so that codegen generates tests. */
  readonly isTested: boolean;
}

const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  strict: true,
  skipLibCheck: true,
  verbatimModuleSyntax: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  rootDir: ".",
  outDir: "dist",
  composite: true,
  declaration: true,
};

/**
 * Returns the files of a workspace with two packages, each with a hub and a version. The types of
 * `@me/b` use types of `@me/a` in both folders. The compiler's projects have the same references as
 * the packages.
 */
export function managersWorkspace({ exports, sibling, tarball, isTested }: ManagersWorkspace): Tree {
  const text = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
  const devDependencies = {
    "@apimachinery/codegen": tarball("@apimachinery/codegen"),
    "fast-check": "^4",
    typescript: "~5.9",
    ...(isTested && { vitest: "^4" }),
  };
  const dependencies = { "@apimachinery/runtime": tarball("@apimachinery/runtime") };
  const entry = (file: string): unknown =>
    exports === "source"
      ? { types: `./${file}.ts`, default: `./${file}.ts` }
      : { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` };
  const own = { version: "1.0.0", type: "module", devDependencies };
  return {
    "package.json": text({ name: "me", private: true, type: "module", workspaces: ["packages/*"], devDependencies }),
    "pnpm-workspace.yaml": "packages:\n  - packages/*\n",
    "tsconfig.json": text({ files: [], references: [{ path: "packages/a" }, { path: "packages/b" }] }),
    "packages/a/package.json": text({
      name: "@me/a",
      ...own,
      exports: {
        "./core": entry("apis/core/index"),
        "./core/v1": entry("apis/core/v1/index"),
        "./package.json": "./package.json",
      },
      dependencies,
    }),
    "packages/a/tsconfig.json": text({ compilerOptions, include: ["apis"] }),
    "packages/a/apis/core/doc.ts": hubDoc("core.me.com"),
    "packages/a/apis/core/types.ts": coreTypes("__internal"),
    "packages/a/apis/core/index.ts": index([]),
    "packages/a/apis/core/v1/doc.ts": versionDoc("core.me.com"),
    "packages/a/apis/core/v1/types.ts": coreTypes("v1"),
    "packages/a/apis/core/v1/index.ts": index(["defaults", "conversion"]),
    "packages/b/package.json": text({ name: "@me/b", ...own, dependencies: { ...dependencies, "@me/a": sibling } }),
    "packages/b/tsconfig.json": text({ compilerOptions, include: ["apis"], references: [{ path: "../a" }] }),
    "packages/b/apis/shop/doc.ts": hubDoc("shop.me.com"),
    "packages/b/apis/shop/types.ts": shopTypes("__internal", "core", ""),
    "packages/b/apis/shop/v1/doc.ts": versionDoc("shop.me.com"),
    "packages/b/apis/shop/v1/types.ts": shopTypes("v1", "core/v1", `  /** +default={"name":"q"} */\n`),
  };
}

function hubDoc(group: string): string {
  return doc("k8s:deepcopy-gen=package", `groupName=${group}`);
}

function versionDoc(group: string): string {
  return doc("k8s:deepcopy-gen=package", "k8s:defaulter-gen=TypeMeta", "k8s:conversion-gen=..", `groupName=${group}`);
}

function index(more: readonly string[]): string {
  const all = ["deepcopy", "schema", "register", "fuzz", ...more].map(
    (output) => `export * from "./zz_generated.${output}.js";\n`,
  );
  const openapi = `export { GetOpenAPIDefinitions, OpenAPIDependencies, OpenAPIModelPackage } from "./zz_generated.openapi.js";\n`;
  return `export type * from "./types.js";\n${all.join("")}${more.length === 0 ? "" : openapi}`;
}

function kinds(group: string, version: string, kind: string): string {
  return `
export interface ${kind} extends TypeMeta<"${group}/${version}", "${kind}"> { metadata: ObjectMeta; spec: ${kind}Spec }
export interface ${kind}List extends TypeMeta<"${group}/${version}", "${kind}List"> { metadata: ListMeta; items: ${kind}[] }
`;
}

function coreTypes(version: string): string {
  return `import type { int32, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";
${kinds("core.me.com", version, "Widget")}
export interface WidgetSpec { parts: Part[]; mode: Mode; src: Src; box: Box<Part> }
/** +k8s:defaulter-gen=true */
export interface Part {
  name: string;
  /** +default=3 */
  count: int32;
  tags?: string[];
}
export type Mode = "Fast" | "Slow";
export type Label = string;
export interface Box<T> { v: T; l: T[] }
export type Src = SA | SB;
export interface SA { k: "a"; x: string }
export interface SB { k: "b"; y: string[] }
`;
}

function shopTypes(version: string, from: string, marker: string): string {
  return `import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";
import type { Box, Label, Mode, Part, SA, Src } from "@me/a/${from}";
${kinds("shop.me.com", version, "Order")}
export interface OrderSpec {
  part: Part;
  parts: Part[];
  mode: Mode;
  label: Label;
  by: Record<Mode, string>;
  m: Record<Label, Part>;
  box: Box<Part>;
  src: Src;
${marker}  dp?: Part;
  mine: SA | Mine;
}
export interface Mine { k: "m"; n: string[] }
`;
}
