import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { printYAML } from "../../../engine/print/yaml/print-yaml.js";

type Vector = readonly [value: unknown, yaml: string];

const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as readonly Vector[];

const quotedForOthers = ["=", "<<", "1e999", "2001-13-01", "0x_", "0b_", ".5_", "2001-01-01 1:2:3 Z"];

/** Removes the quotes of the texts to which Go gives none. */
function asGo(yaml: string): string {
  return yaml.replaceAll(/"([^"]*)"/g, (quoted, text: string) => (quotedForOthers.includes(text) ? text : quoted));
}

describe("printYAML", () => {
  test("a value has the bytes that Go's sigs.k8s.io/yaml writes for it", () => {
    expect(vectors.length).toBeGreaterThan(300);
    for (const [value, yaml] of vectors) expect(asGo(printYAML(value))).toBe(yaml);
  });

  test("a string that PyYAML or a reader of YAML 1.2 would not read as a string has quotes, unlike in Go", () => {
    for (const text of quotedForOthers) expect(printYAML({ [text]: text })).toBe(`"${text}": "${text}"\n`);
  });

  test("a property that is undefined is omitted", () => {
    expect(printYAML({ a: undefined, b: { c: undefined }, d: [1] })).toBe("b: {}\nd:\n- 1\n");
  });
});
