import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ts from "typescript6";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTree } from "../engine/temporary-folder.js";
import { command, succeed } from "./command.js";
import { whyNot } from "./install.js";
import { pack, type Tarball } from "./tarballs.js";

const reason = await whyNot();

/** Packages, each with those of this repository that an empty project installs for it. */
const installs = [
  ["codegen", ["codegen"]],
  ["runtime", ["runtime"]],
  ["client", ["runtime", "client"]],
  ["apiserver", ["runtime", "client", "apiserver"]],
] as const;

/** Some of the packages that are imported only when they are needed. */
const known: Readonly<Record<string, readonly string[]>> = {
  codegen: ["yaml", "prettier", "ts-morph", "protobufjs"],
  client: ["undici"],
  apiserver: ["ws", "jose", "prom-client", "@noble/ciphers/salsa.js"],
};

const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: lamps.shop.example.com }
spec:
  group: shop.example.com
  names: { kind: Lamp, plural: lamps }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { code: { type: string, pattern: "^[a-z]+$" } } }
`;

/** Returns the specifiers of the imports below a node, also of later imports and of `require`. */
function specifiersIn(node: ts.Node): string[] {
  const inner: string[] = [];
  ts.forEachChild(node, (child) => {
    inner.push(...specifiersIn(child));
  });
  const isCall = ts.isCallExpression(node) && /^import(Module)?$|[rR]equire\b/.test(calleeOf(node));
  const named =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : isCall
        ? node.arguments[0]
        : undefined;
  return named !== undefined && ts.isStringLiteralLike(named) ? [named.text, ...inner] : inner;
}

/** Returns the name of the called function: `createRequire` for `createRequire(url)("name")`. */
function calleeOf({ expression }: ts.CallExpression): string {
  if (ts.isCallExpression(expression)) return calleeOf(expression);
  if (ts.isPropertyAccessExpression(expression))
    return ts.isCallExpression(expression.expression) ? calleeOf(expression.expression) : expression.name.text;
  if (ts.isParenthesizedExpression(expression) && ts.isBinaryExpression(expression.expression)) {
    const { right } = expression.expression;
    return ts.isPropertyAccessExpression(right) ? right.name.text : "";
  }
  if (expression.kind === ts.SyntaxKind.ImportKeyword) return "import";
  return ts.isIdentifier(expression) ? expression.text : "";
}

/** Returns the packages that scripts import, at their start or later. */
function importsIn(folder: string): readonly string[] {
  const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.c?js$/.test(path));
  const found = scripts.flatMap((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    return specifiersIn(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  });
  return [...new Set(found)].filter((specifier) => !/^(\.|node:)/.test(specifier) && !isBuiltin(specifier)).sort();
}

/**
 * Returns a program that prints each of the modules that cannot be imported. Subpaths of this
 * project's packages are only resolved, because some of them need optional packages.
 */
function checkOf(specifiers: readonly string[]): string {
  return `if (${String(specifiers.includes("reflect-metadata"))}) await import("reflect-metadata");
for (const name of ${JSON.stringify(specifiers)}) {
  try {
    await (name.startsWith("@apimachinery/") ? import.meta.resolve(name) : import(name));
  } catch (error) {
    console.log(name, error.message);
  }
}
`;
}

describe.skipIf(reason !== undefined)(
  ["the packages that a package imports, in an empty project", reason].filter(Boolean).join(", "),
  () => {
    let base: string;
    let tarballs: readonly Tarball[];
    beforeAll(async () => {
      base = realpathSync(mkdtempSync(join(tmpdir(), "package-imports-")));
      tarballs = await pack(base);
    });
    afterAll(() => {
      rmSync(base, { recursive: true, force: true });
    });

    test.each(installs)("@apimachinery/%s brings all of them, except its optional ones", async (name, wanted) => {
      const root = join(base, name);
      writeTree(root, { "package.json": `{ "name": "empty", "private": true, "type": "module" }\n` });
      const files = wanted.map((own) => tarballs.find((one) => one.name === `@apimachinery/${own}`)?.file ?? "");
      await succeed(root, "npm", ["install", "--ignore-scripts", ...files]);
      const installed = join(root, "node_modules/@apimachinery", name);
      const { peerDependenciesMeta = {}, optionalDependencies = {} } = JSON.parse(
        readFileSync(join(installed, "package.json"), "utf8"),
      ) as Readonly<Record<string, object | undefined>>;
      const optional = [...Object.keys(peerDependenciesMeta), ...Object.keys(optionalDependencies)];
      const specifiers = importsIn(join(installed, "dist/bundle"));
      const needed = specifiers.filter((one) => !optional.some((own) => one === own || one.startsWith(`${own}/`)));
      expect(needed).toEqual(expect.arrayContaining([...(known[name] ?? [])]));
      // A module in the folder of the package finds what the package finds.
      writeFileSync(join(installed, "dist/bundle/check.mjs"), checkOf(needed));
      expect(await succeed(root, "node", [join(installed, "dist/bundle/check.mjs")])).toBe("");
    });

    test("codegen import works without other packages", async () => {
      const root = join(base, "codegen");
      writeTree(root, { "lamp.yaml": crd });
      expect(await command(root, "npx", ["--no", "--", "codegen", "import", "lamp.yaml"])).toMatchObject({
        status: 0,
        stderr: "",
      });
      expect(readFileSync(join(root, "apis/shop/v1/types.ts"), "utf8")).toContain("export interface Lamp ");
    });
  },
);
