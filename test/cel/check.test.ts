import { describe, expect, test } from "vitest";
import { expectLinearTime } from "../runtime/linear-time.js";
import {
  checkExpression,
  escapedName,
  parseExpression,
  stringLiteral,
  type CELSchema,
  type CheckOptions,
} from "../../runtime/cel/index.js";

const schema: CELSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    replicas: { type: "integer" },
    port: { "x-kubernetes-int-or-string": true },
    tags: { type: "array", items: { type: "string" } },
    labels: { type: "object", additionalProperties: { type: "string" } },
    spec: { type: "object", properties: { "dns-name": { type: "string" }, namespace: { type: "string" } } },
  },
};

function typeOf(text: string, options?: CheckOptions): string {
  const result = checkExpression(text, schema, options);
  return result.faults === undefined ? result.type : result.text;
}

describe("the checker of CEL", () => {
  test("takes the types of self and oldSelf from a structural schema", () => {
    expect(typeOf("self.labels")).toBe("map(string, string)");
    expect(typeOf("self.port")).toBe("dyn");
    expect(typeOf("self.spec")).toBe("selfType.spec");
    expect(typeOf("oldSelf.tags")).toBe("list(string)");
    expect(typeOf("oldSelf.tags", { optionalOldSelf: true })).toBe("optional_type(list(string))");
    expect(typeOf("self.metadata.name", { isRoot: true })).toBe("string");
    expect(typeOf("self.metadata.name")).toContain("undefined field 'metadata'");
  });

  test("knows escaped names of fields", () => {
    expect(escapedName("a-b.c/d__e")).toBe("a__dash__b__dot__c__slash__d__underscores__e");
    expect(escapedName("1st")).toBe(undefined);
    expect(typeOf("self.spec.dns__dash__name + self.spec.__namespace__")).toBe("string");
    expect(typeOf("self.spec.namespace", { version: "1.31" })).toBe("string");
    expect(typeOf("self.spec.namespace", { version: "1.30" })).toContain("undefined field 'namespace'");
  });

  test("accepts the literal of any string", () => {
    expect(stringLiteral("it's")).toBe(String.raw`'it\'s'`);
    for (const value of ["a\nb", "a\rb", "\\n", "'", "\u2028"])
      expect(parseExpression(stringLiteral(value))).toMatchObject({ expression: { kind: "literal", value } });
  });

  test("reports all problems of types with their positions", () => {
    const { faults } = checkExpression("self.nam == 'a' && self.replicas + '1' > 0 && missing", schema) as {
      faults: unknown;
    };
    expect(faults).toEqual([
      { message: "undefined field 'nam'", position: { line: 1, column: 5 } },
      {
        message: "found no matching overload for '_+_' applied to '(int, string)'",
        position: { line: 1, column: 34 },
      },
      { message: "undeclared reference to 'missing' (in container '')", position: { line: 1, column: 47 } },
    ]);
  });

  test("checks durations, times, regular expressions and format strings", () => {
    expect(typeOf("duration('1 hour') < duration('1h')")).toContain("<input>:1:10: invalid duration argument");
    expect(typeOf("self.name.matches('[')")).toContain("<input>:1:19: invalid matches argument");
    expect(typeOf("'%d'.format([self.name])")).toContain(
      "decimal clause can only be used on integers, was given string",
    );
  });

  test("has the functions of the version of Kubernetes", () => {
    const functions: readonly (readonly [expression: string, since: string, before: string])[] = [
      ["quantity('1').isInteger()", "1.28", "1.27"],
      ["sets.contains([1], [1])", "1.29", "1.28"],
      ["ip('::1').family() == 6", "1.30", "1.29"],
      ["format.named('uri').hasValue()", "1.31", "1.30"],
      ["self.labels.all(k, v, k != v)", "1.32", "1.31"],
      ["semver('1.0.0').major() == 1", "1.33", "1.32"],
      ["self.tags.distinct().size() == 1", "1.34", "1.33"],
      ["self.tags.includes('a')", "1.37", "1.36"],
    ];
    for (const [expression, since, before] of functions) {
      expect(typeOf(expression, { version: since }), since).toBe("bool");
      expect(typeOf(expression, { version: before }), before).toContain("undeclared reference");
    }
  });

  test("reports whether a rule applies to updates only", () => {
    expect(checkExpression("self.name == oldSelf.name", schema)).toMatchObject({ usesOldSelf: true });
    expect(checkExpression("self.name == 'oldSelf'", schema)).toMatchObject({ usesOldSelf: false });
  });

  test("checks in a time that does not depend on how often macros repeat their targets", () => {
    expect(typeOf(`self.?name${".optMap(x, x)".repeat(100)}`)).toBe("optional_type(string)");
    expect(typeOf(`self.?nam${".optMap(x, x)".repeat(100)}`)).toContain("more errors were truncated");
  });
});

describe("the time of the checker grows linearly", () => {
  for (const part of [
    "self.name == 'a' || ",
    "[].size() == {}.size() && ",
    "missing || ",
    "self.tags.all(t, t == '') || ",
  ])
    test(`with ${JSON.stringify(part)}`, () => {
      expectLinearTime(20_000, (size) => checkExpression(`${part.repeat(size / part.length)} true`, schema));
    });
});
