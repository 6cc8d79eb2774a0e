import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { printYAML } from "../../../engine/print/yaml/print-yaml.js";

type Vector = readonly [value: unknown, yaml: string];

const vectors = JSON.parse(readFileSync(new URL("vectors.json", import.meta.url), "utf8")) as readonly Vector[];

describe("printYAML", () => {
  test("a value has the bytes that Go's sigs.k8s.io/yaml writes for it", () => {
    expect(vectors.length).toBeGreaterThan(300);
    for (const [value, yaml] of vectors) expect(printYAML(value)).toBe(yaml);
  });

  test("a property that is undefined is omitted", () => {
    expect(printYAML({ a: undefined, b: { c: undefined }, d: [1] })).toBe("b: {}\nd:\n- 1\n");
  });
});
