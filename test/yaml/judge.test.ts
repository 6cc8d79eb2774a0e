import { describe, expect, test } from "vitest";
import { readYAML } from "../../apiserver/yaml/read-yaml.js";
import { yamlScalar } from "../../apiserver/yaml/write-yaml.js";
import { goYAMLScalar as scalarOfGenerator } from "../../engine/print/yaml/scalar-text.js";
import { compareWithGo } from "../judge/compare-with-go.js";
import { randomCase } from "./random-case.js";
import { replay } from "./replay.js";

/**
 * @file Writes random strings of the signs that are special in YAML with the writers of the server
 * and of the generators, and reads them and random documents with the server's reader and with
 * sigs.k8s.io/yaml v1.6.0.
 */
describe("YAML is read as sigs.k8s.io/yaml reads it", () => {
  compareWithGo({ name: "yaml", recorded: 3000, quick: 200, caseOf: randomCase, replay });
});

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test("what the writers of the server and of the generators print is read as the same strings", () => {
  for (const { steps, strings } of seeds.map(randomCase))
    for (const [at, text] of strings.entries()) {
      const value = { value: text, list: [text, [text]], map: { [text]: { [text]: text } } };
      const [ofServer = "", alone = "", ofGenerator = ""] = steps.slice(3 * at);
      expect(JSON.parse(readYAML(ofServer).json), ofServer).toEqual(value);
      expect(JSON.parse(readYAML(alone).json), alone).toBe(text);
      expect(JSON.parse(readYAML(ofGenerator).json), ofGenerator).toEqual(value);
    }
});

test("both writers print the same strings without quotes", () => {
  let plain = 0;
  for (const { strings } of seeds.map(randomCase))
    for (const text of strings) {
      const isPlain = yamlScalar(text, undefined) === text;
      expect(scalarOfGenerator(text, { kind: "key" }) === text, JSON.stringify(text)).toBe(isPlain);
      if (isPlain) plain++;
    }
  expect(plain).toBeGreaterThan(200);
});
