import ts from "typescript6";
import { describe, expect, test } from "vitest";
import { read, sourceFiles } from "./source-files.js";

/** The classes with this ending that may exist: each bounds its size. */
const allowed = new Set(["Cache", "WatchCache", "EventSeriesCache"]);

/** Reports whether an expression creates a map or a set of JavaScript. */
function isCollection(node: ts.Expression | undefined): boolean {
  return (
    node !== undefined &&
    ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    /^(Weak)?(Map|Set)$/.test(node.expression.text)
  );
}

/**
 * Returns the name of a cache that a node creates without the class Cache of
 * apiserver/util/cache.ts, which bounds the bytes of all caches; undefined if it creates none.
 */
function unboundedCache(node: ts.Node): string | undefined {
  if (ts.isClassDeclaration(node)) {
    const name = node.name?.text ?? "";
    return name.endsWith("Cache") && !allowed.has(name) ? name : undefined;
  }
  const [name, value] = assigned(node);
  return name !== undefined && /cache/i.test(name.getText()) && isCollection(value) ? name.getText() : undefined;
}

/** Returns the name and the value of a property, a variable or an assignment. */
function assigned(node: ts.Node): readonly [ts.Node?, ts.Expression?] | readonly [ts.Node, ts.Expression | undefined] {
  if (ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node)) return [node.name, node.initializer];
  if (!ts.isBinaryExpression(node) || !ts.isPropertyAccessExpression(node.left)) return [];
  return [node.left.name, node.right];
}

function unboundedCaches(code: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = unboundedCache(node);
    if (name !== undefined) found.push(name);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("file.ts", code, ts.ScriptTarget.Latest, true));
  return found;
}

test("all caches of the packages are instances of the class Cache", () => {
  const named = sourceFiles().filter((path) => /^(apiserver|client|runtime)\//.test(path) && /cache/i.test(read(path)));
  expect(named.length).toBeGreaterThan(10);
  const found = named.flatMap((path) => unboundedCaches(read(path)).map((name) => `${path}: ${name}`));
  expect(found, "caches that are not bounded by bytes; a map for another purpose needs another name").toEqual([]);
});

describe("the rule of caches", () => {
  test.each([
    ["class A { readonly #cache = new Map<string, string>(); }", "#cache"],
    ["class A { cachedUsers = new Set(); }", "cachedUsers"],
    ["class A { #userCache; constructor() { this.#userCache = new WeakMap(); } }", "#userCache"],
    ["const cacheOfUsers: Map<string, string> = new Map();", "cacheOfUsers"],
    ["export class UserCache {}", "UserCache"],
  ])("refuses a cache that is not bounded by bytes: %s", (code, name) => {
    expect(unboundedCaches(code)).toEqual([name]);
  });

  test.each([
    'const cache = new Cache<string, User>("tokens", jsonSize);',
    "class A { readonly #users = new Map<string, string>(); }",
    "export class WatchCache {}",
  ])("accepts %s", (code) => {
    expect(unboundedCaches(code)).toEqual([]);
  });
});
