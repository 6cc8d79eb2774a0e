import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readYAML } from "../../../apiserver/yaml/read-yaml.js";

/**
 * A YAML text, and the JSON or the error that sigs.k8s.io/yaml v1.6.0 (YAMLToJSON) returns for it.
 */
type Row = readonly [text: string, json: string | null, error: string | null];
const rows = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as Row[];

describe("YAML is read like Go's parser", () => {
  test.each(rows)("the document %j has the same result as in Go", (text, json) => {
    // Only the prefix of the error is compared, because another library reads the YAML here than in
    // Go.
    if (json === null) expect(() => readYAML(text)).toThrow(/^yaml: /);
    else expect(JSON.parse(readYAML(text).json)).toEqual(JSON.parse(json));
  });
});

test("the error for a value that does not match its tag has the line", () => {
  expect(() => readYAML("a: 1\nb: !!int x")).toThrow("yaml: line 2: cannot decode !!str `x` as a !!int");
  expect(() => readYAML("a: 1\nb: !!binary x")).toThrow("yaml: line 2: !!binary value contains invalid base64 data");
  expect(() => readYAML("a: 1\n~: x")).toThrow("yaml: line 2: invalid map key");
});

test("text after a flow value is an error, and is not dropped", () => {
  for (const text of ["[],", "{a: 1}\n{b: 2}", '"a" b']) expect(() => readYAML(text)).toThrow(/^yaml: /);
});
