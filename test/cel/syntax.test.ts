import { describe, expect, test } from "vitest";
import { parseExpression } from "../../runtime/cel/index.js";
import { expectLinearTime } from "../runtime/linear-time.js";
import { treeText } from "./tree-text.js";

/** Returns the tree of a right expression. */
function tree(text: string, version?: string): string {
  const parsed = parseExpression(text, version);
  expect(parsed.faults).toBe(undefined);
  return parsed.faults === undefined ? treeText(text, parsed.expression) : "";
}

function faultsOf(text: string, version?: string): string {
  const parsed = parseExpression(text, version);
  return parsed.faults === undefined ? "" : parsed.text;
}

describe("the parser of CEL", () => {
  test("gives operators the precedence and the positions of cel-go", () => {
    expect(tree("a + b * -c < 1 || !d")).toBe(
      "15:(_||_ 11:(_<_ 2:(_+_ 0:a 6:(_*_ 4:b 8:(-_ 9:c))) 13:1) 18:(!_ 19:d))",
    );
    expect(tree("a ? b : c ? d : e")).toBe("2:(_?_:_ 0:a 4:b 10:(_?_:_ 8:c 12:d 16:e))");
  });

  test("balances long chains of && and ||", () => {
    expect(tree("a && b && c && d")).toBe("7:(_&&_ 2:(_&&_ 0:a 5:b) 12:(_&&_ 10:c 15:d))");
    expect(parseExpression(`a${"&&a".repeat(3000)}`).faults).toBe(undefined);
  });

  test("expands macros to loops", () => {
    expect(tree("a.all(x, x)")).toBe(
      "5:(loop x 0:a @result 5:true 5:(@not_strictly_false 5:@result) 5:(_&&_ 5:@result 9:x) 5:@result)",
    );
  });

  test("counts columns in code points, and marks wide characters with wide signs", () => {
    expect(faultsOf("'😀' + é")).toBe(
      "ERROR: <input>:1:7: Syntax error: token recognition error at: 'é'\n | '😀' + é\n | .．....＾\n" +
        "ERROR: <input>:1:8: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', " +
        "'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | '😀' + é\n | .．....．^",
    );
    const { faults } = parseExpression("a +\n\tb c") as { faults: readonly unknown[] };
    expect(faults).toEqual([
      { message: "Syntax error: extraneous input 'c' expecting <EOF>", position: { line: 2, column: 4 } },
    ]);
  });

  test("reports all problems of an expression", () => {
    expect(faultsOf("f(as, 1e999, [1, 2) + has(x)")).toBe(
      "ERROR: <input>:1:3: reserved identifier: as\n | f(as, 1e999, [1, 2) + has(x)\n | ..^\n" +
        "ERROR: <input>:1:7: invalid double literal\n | f(as, 1e999, [1, 2) + has(x)\n | ......^\n" +
        "ERROR: <input>:1:19: Syntax error: mismatched input ')' expecting {']', ','}\n" +
        " | f(as, 1e999, [1, 2) + has(x)\n | ..................^\n" +
        "ERROR: <input>:1:27: invalid argument to has() macro\n | f(as, 1e999, [1, 2) + has(x)\n | ..........................^",
    );
  });

  test("has the syntax of the version of Kubernetes", () => {
    expect(tree("a.?b", "1.28")).toBe('1:(_?._ 0:a 3:"b")');
    expect(faultsOf("a.?b", "1.27")).toContain("<input>:1:2: unsupported syntax '.?'");
    expect(tree("a.all(k, v, v)", "1.31")).toBe("5:(method all 0:a 6:k 9:v 12:v)");
    expect(tree("a.all(k, v, v)", "1.32")).toContain("(loop k,v ");
    expect(() => parseExpression("a", "latest")).toThrow(RangeError);
  });

  test("replaces lone surrogates as Go's decoder of JSON does", () => {
    expect(tree("'\ud800'")).toBe('0:"\ufffd"');
  });

  test("never throws for deep, long and damaged expressions", () => {
    const parts = ["(", "[", "a<(", "!", "- ", "a b)", "{} {", "@", "'''", "a\n"];
    for (const part of parts) expect(() => parseExpression(part.repeat(20_000 / part.length))).not.toThrow();
    expect(faultsOf(`${"(".repeat(300)}a`)).toBe("ERROR: <input>:-1:0: expression recursion limit exceeded: 250");
    expect(faultsOf(`a${"+a".repeat(300)}`)).toBe("ERROR: <input>:-1:0: max recursion depth exceeded");
    expect(faultsOf(`'${"a".repeat(100_000)}'`)).toBe(
      "ERROR: <input>:-1:0: expression code point size exceeds limit: size: 100002, limit 100000",
    );
  });

  test("shares what macros repeat, so that nested macros do not grow exponentially", () => {
    expect(parseExpression(`a${".optMap(x, x)".repeat(200)}`).faults).toBe(undefined);
  });
});

describe("the time of the parser grows linearly", () => {
  for (const part of ["+1", ".a", "[0]", "&&a", "@", "- ", "'''", "a b)", "a\n", "[1,", "`"])
    test(`with ${JSON.stringify(part)}`, () => {
      expectLinearTime(8000, (size) => parseExpression(part.repeat(size / part.length)));
    });
});
