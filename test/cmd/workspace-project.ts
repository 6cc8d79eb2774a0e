import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder, type Tree } from "../engine/temporary-folder.js";
import { groupDoc, kind } from "./api-project.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Package manager whose layout of node_modules the workspace has. */
export type Layout = "npm" | "pnpm" | "yarn";

/** Kind of files to which a package's exports refer: TypeScript sources or compiled files. */
export type Exports = "source" | "dist";

export interface WorkspaceRequest {
  readonly layout?: Layout;
  readonly exports?: Exports;
  /** Files that are added to the sample workspace, or that replace its files. */
  readonly tree?: Tree;
}

const index = `export type * from "./types.js";
export * from "./zz_generated.deepcopy.js";
export * from "./zz_generated.defaults.js";
export * from "./zz_generated.schema.js";
export * from "./zz_generated.register.js";
export * from "./zz_generated.fuzz.js";
export { GetOpenAPIDefinitions, OpenAPIDependencies, OpenAPIModelPackage } from "./zz_generated.openapi.js";
`;

const types = `${kind("core.me.com/v1", "Widget", "  spec: WidgetSpec;")}
export interface WidgetSpec {
  parts: Part[];
}

/** +k8s:defaulter-gen=true */
export interface Part {
  name: string;
  /** +default=3 */
  count: int32;
  tags?: string[];
}

export type Mode = "Fast" | "Slow";

export type Label = string;

export interface Box<T> {
  v: T;
  l: T[];
}

export type Src = SA | SB;

export interface SA {
  k: "a";
  x: string;
}

export interface SB {
  k: "b";
  y: string[];
}
`.replace("import type { ObjectMeta", "import type { int32, ObjectMeta");

const compilerOptions = `{ "compilerOptions": { "module": "nodenext", "target": "es2022", "strict": true, "skipLibCheck": true, "types": [], "lib": ["es2022"], "verbatimModuleSyntax": true, "exactOptionalPropertyTypes": true, "rootDir": ".", "outDir": "dist", "composite": true, "declaration": true }, "include": ["apis"]`;

function manifest(name: string, exports: Exports, dependencies: string): string {
  const file = exports === "source" ? "./apis/core/v1/index.ts" : "./dist/apis/core/v1/index";
  const target =
    exports === "source"
      ? `{ "types": "${file}", "default": "${file}" }`
      : `{ "types": "${file}.d.ts", "default": "${file}.js" }`;
  const own = name === "@me/a" ? `, "exports": { "./core/v1": ${target}, "./package.json": "./package.json" }` : "";
  return `{ "name": "${name}", "version": "1.0.0", "type": "module"${own}, "dependencies": ${dependencies} }\n`;
}

/** Types in `@me/a`. Tests use them as types of fields. */
const usable = ["Box", "Label", "Mode", "Part", "SA", "Src"];

/**
 * Creates a workspace with the packages `@me/a` and `@me/b`. The types of `@me/b` use types of
 * `@me/a`. `fields` are the fields of the type OrderSpec in `@me/b`.
 * @returns the workspace's folder
 */
export function workspaceProject(
  fields: string,
  { layout = "npm", exports = "source", tree = {} }: WorkspaceRequest = {},
): string {
  const imports = `import type { ${usable.filter((name) => new RegExp(`\\b${name}\\b`).test(fields)).join(", ")} } from "@me/a/core/v1";\n`;
  const root = temporaryFolder({
    "package.json":
      layout === "pnpm"
        ? `{ "name": "me", "private": true }\n`
        : `{ "name": "me", "private": true, "workspaces": ["packages/*"] }\n`,
    ...(layout === "pnpm" ? { "pnpm-workspace.yaml": "packages:\n  - packages/*\n" } : {}),
    "tsconfig.json": `{ "files": [], "references": [{ "path": "packages/a" }, { "path": "packages/b" }] }\n`,
    "packages/a/package.json": manifest("@me/a", exports, "{}"),
    "packages/a/tsconfig.json": `${compilerOptions} }\n`,
    "packages/a/apis/core/v1/doc.ts": groupDoc("core.me.com"),
    "packages/a/apis/core/v1/index.ts": index,
    "packages/a/apis/core/v1/types.ts": types,
    "packages/b/package.json": manifest(
      "@me/b",
      exports,
      `{ "@me/a": "${layout === "pnpm" ? "workspace:*" : "1.0.0"}" }`,
    ),
    "packages/b/tsconfig.json": `${compilerOptions}, "references": [{ "path": "../a" }] }\n`,
    "packages/b/apis/shop/v1/doc.ts": groupDoc("shop.me.com"),
    "packages/b/apis/shop/v1/types.ts": `${kind("shop.me.com/v1", "Order", "  spec: OrderSpec;", imports)}\nexport interface OrderSpec {\n${fields}\n}\n`,
    ...tree,
  });
  const link = (path: string, target: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    symlinkSync(
      target.startsWith("/") ? target : relative(dirname(join(root, path)), join(root, target)),
      join(root, path),
    );
  };
  const installed = ["@apimachinery/runtime", "fast-check", "vitest", "typescript"];
  // npm and yarn install all packages into node_modules of the root folder. pnpm links the
  // dependencies in a package's package.json into the node_modules of that package.
  for (const folder of layout === "pnpm" ? ["packages/a", "packages/b"] : ["."]) {
    for (const name of installed)
      link(
        join(folder, "node_modules", name),
        name === "@apimachinery/runtime" ? join(repository, "runtime") : join(repository, "node_modules", name),
      );
  }
  if (layout === "pnpm") link("packages/b/node_modules/@me/a", "packages/a");
  else for (const name of ["a", "b"]) link(`node_modules/@me/${name}`, `packages/${name}`);
  return root;
}

/** Fields of OrderSpec. Together, they use all types of `@me/a`. */
export const allFields = `  part: Part;
  parts: Part[];
  mode: Mode;
  label: Label;
  by: Record<Mode, string>;
  m: Record<Label, Part>;
  box: Box<Part>;
  src: Src;
  /** +default={"name":"q"} */
  dp?: Part;
  mine: SA | Mine;
}

export interface Mine {
  k: "m";
  n: string[];`;
