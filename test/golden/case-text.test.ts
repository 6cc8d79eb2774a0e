import { describe, expect, test } from "vitest";
import { parseCase, withProblems } from "./case-text.js";

const text = `Two files and a problem.

-- apis/shop/doc.ts --
// +k8s:deepcopy-gen=package

export {};
-- apis/shop/v1/types.ts --
-- problems --
apis/shop/doc.ts:1:4 warning a/b: text
    hint
`;

describe("a case in one file", () => {
  test("contains input files, some of them empty, and problems", () => {
    const { input, problems } = parseCase(text);
    expect([...input]).toEqual([
      ["apis/shop/doc.ts", "// +k8s:deepcopy-gen=package\n\nexport {};\n"],
      ["apis/shop/v1/types.ts", ""],
    ]);
    expect(problems).toBe("apis/shop/doc.ts:1:4 warning a/b: text\n    hint\n");
  });

  test("has no problems before the first update", () => {
    expect(parseCase("-- a.ts --\n").problems).toBe("");
  });

  test("keeps all other text when its problems are replaced", () => {
    const replaced = text.replace("a/b: text\n    hint", "c/d: other");
    expect(withProblems(text, "apis/shop/doc.ts:1:4 warning c/d: other\n")).toBe(replaced);
    expect(withProblems("-- a.ts --\nx\n", "p\n")).toBe("-- a.ts --\nx\n-- problems --\np\n");
  });

  test.each([
    ["without a file", "text\n", "case.txt:1: no input file"],
    ["with problems only", "-- problems --\n", "case.txt:1: no input file"],
    ["with a file twice", "-- a.ts --\n-- a.ts --\n", "case.txt:2: a.ts has two sections"],
    [
      "with a file below the problems",
      "-- a.ts --\n-- problems --\n-- b.ts --\n",
      'case.txt:3: "-- problems --" must be',
    ],
    ["with a path to another folder", "-- ../a.ts --\n", "case.txt:1: ../a.ts is not a path"],
    ["with an absolute path", "-- /a.ts --\n", "case.txt:1: /a.ts is not a path"],
    [
      "with the first half of a separator",
      "-- a.ts --\n-- b.ts\n",
      'case.txt:2: "-- b.ts" must have the form -- path --',
    ],
    ["with a separator without blanks", "--a.ts --\n", 'case.txt:1: "--a.ts --" must have the form -- path --'],
    ["with a blank after a separator", "-- a.ts -- \n", 'case.txt:1: "-- a.ts -- " must have the form'],
    ["without a line break at its end", "-- a.ts --\nx", "case.txt:2: the last line must end with a line break"],
  ])("%s is malformed", (_name, malformed, message) => {
    expect(() => parseCase(malformed)).toThrow(message);
  });
});
