import { describe, expect, test } from "vitest";
import {
  addMarker,
  addPackageMarker,
  appendTo,
  exportIt,
  removeMarker,
  replaceMarker,
  replaceSignature,
  replaceText,
  type Edit,
  type Fix,
} from "../../engine/base/fix.js";
import { resolveEdit } from "../../engine/write/resolve-edit.js";

const file = "v1/types.ts";

/**
 * Applies a fix and returns the new text. The character `|` in `text` marks the position of the
 * problem.
 */
function after(
  marked: string,
  fix: (position: { file: string; line: number; column: number }) => Fix | Edit,
): string | undefined {
  const offset = marked.indexOf("|");
  const before = marked.slice(0, offset);
  const text = before + marked.slice(offset + 1);
  const made = fix({ file, line: before.split("\n").length, column: offset - before.lastIndexOf("\n") });
  const change = resolveEdit("edits" in made ? (made.edits[0] as Edit) : made, () => text);
  return change === undefined ? undefined : text.slice(0, change.start) + change.text + text.slice(change.end);
}

describe("edits of markers", () => {
  test.each([
    ["a line of a comment", "/**\n * |+a=1\n */\nx", "/**\n * +b\n */\nx"],
    ["a comment on one line", "/** |+a=1 */ x: string", "/** +b */ x: string"],
    ["a line comment", "// |+a=1\nx", "// +b\nx"],
  ])("%s is replaced up to its end", (_name, text, expected) => {
    expect(after(text, (position) => replaceMarker({ position }, "+b"))).toBe(expected);
  });

  test.each([
    ["a block comment", "/**\n * |+a=*\\/5\n */\nx", "/**\n * +b=*\\/6\n */\nx"],
    ["a comment on one line", "/** |+a=*\\/5 */ x", "/** +b=*\\/6 */ x"],
    ["a line comment", "// |+a=*/5\nx", "// +b=*/6\nx"],
  ])("a new marker does not end %s, and a marker with the end of a comment is replaced whole", (_, text, expected) => {
    expect(after(text, (position) => replaceMarker({ position }, "+b=*/6"))).toBe(expected);
  });

  test("an added marker does not end a block comment", () => {
    expect(after("|x: string", (position) => addMarker(position, "+m=*/"))).toBe("/** +m=*\\/ */\nx: string");
    expect(after("/**\n * |+a\n */", (position) => addMarker(position, "+m=*/"))).toBe("/**\n * +m=*\\/\n * +a\n */");
    expect(after("// |+a", (position) => addMarker(position, "+m=*/"))).toBe("// +m=*/\n// +a");
  });

  test.each([
    ["its line is removed", "/**\n * Text.\n * |+a=1\n */\nx", "/**\n * Text.\n */\nx"],
    ["a comment without other text is removed", "  /** |+a */\n  x", "  x"],
    ["the last line of a comment with text", "/** Text.\n * |+a */\nx", "/** Text.\n *  */\nx"],
    ["a comment beside code", "/** |+a */ x: string", "/**  */ x: string"],
  ])("a marker is removed: %s", (_name, text, expected) => {
    expect(after(text, (position) => removeMarker({ position }))).toBe(expected);
  });

  test.each([
    ["a declaration", "a;\nexport interface |A {}", "a;\n/** +m */\nexport interface A {}"],
    ["a field", "{\n  |x: string", "{\n  /** +m */\n  x: string"],
    ["a field beside others", "{ a: string; |x: string }", "{ a: string; /** +m */ x: string }"],
    ["another marker", "  /**\n   * |+a\n   */", "  /**\n   * +m\n   * +a\n   */"],
    ["another marker in a comment on one line", "  /** |+a */\n  x", "  /** +m */\n  /** +a */\n  x"],
  ])("a marker is added to %s", (_name, text, expected) => {
    expect(after(text, (position) => addMarker(position, "+m"))).toBe(expected);
  });

  test.each([
    ["/**\n * +a\n */\nexport {};\n", "/**\n * +m\n * +a\n */\nexport {};\n"],
    ["export {};\n", "/** +m */\nexport {};\n"],
  ])("a marker of a package is added to %j", (text, expected) => {
    expect(after(`|${text}`, () => addPackageMarker("v1", "+m"))).toBe(expected);
  });

  test("a missing doc.ts is created", () => {
    const [edit] = addPackageMarker("v1", "+m").edits;
    expect(resolveEdit(edit as Edit, () => undefined)).toEqual({
      file: "v1/doc.ts",
      start: 0,
      end: 0,
      text: "/**\n * +m\n */\nexport {};\n",
    });
  });
});

describe("edits of declarations", () => {
  const signature = "export function F(a: A): A";
  test.each([
    ["function |f(a: { b: string }, c = () => 1): { d: string } {\n}", `${signature} {\n}`],
    ["export async function |f(\n  a: A,\n): Promise<A | { x: string }> {\n}", `${signature} {\n}`],
    ["export function |f(a: A): (b: B) => { x: Array<{ y: 1 }> } {\n}", `${signature} {\n}`],
    ["export default function |f() { return {}; }", `${signature} { return {}; }`],
  ])("the head of %j is replaced", (text, expected) => {
    expect(after(text, (position) => replaceSignature(position, signature))).toBe(expected);
  });

  test("a constant has no function head to replace", () => {
    expect(after("export const |f = () => ({});", (position) => replaceSignature(position, signature))).toBeUndefined();
  });

  test.each([
    ["interface |A {", "interface A extends TypeMeta<1> {"],
    ["interface |A extends B {", "interface A extends TypeMeta<1>, B {"],
    ["interface |A extends B, TypeMeta<2> {", "interface A extends B, TypeMeta<1> {"],
  ])("%j extends another base", (text, expected) => {
    expect(after(text, (at) => ({ kind: "heritage", at, base: "TypeMeta", to: "TypeMeta<1>" }))).toBe(expected);
  });

  test.each([
    ['|import type { A } from "m";\n', 'import type { A, B } from "m";\n'],
    ['|import type {\n  A,\n} from "m";\n', 'import type {\n  A, B,\n} from "m";\n'],
    ['|import type { A } from "n";\n', 'import type { B } from "m";\nimport type { A } from "n";\n'],
  ])("%j imports one more type", (text, expected) => {
    expect(after(text, () => ({ kind: "import", file, name: "B", from: "m" }))).toBe(expected);
  });

  test("a declaration is exported, and another one follows the last", () => {
    expect(after("interface |A {}\n", (position) => exportIt(position))).toBe("export interface A {}\n");
    expect(after("|a;\n", () => appendTo(file, "b;"))).toBe("a;\n\nb;\n");
  });

  test("a text that is no longer at its position is not replaced", () => {
    expect(after("x: |strin;\ny: number;", (position) => replaceText(position, "number", "int32"))).toBeUndefined();
    expect(after("x: |string | null;", (position) => replaceText(position, "null", "b"))).toBe("x: string | b;");
  });
});
