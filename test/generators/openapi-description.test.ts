import { expect, test } from "vitest";
import { openAPIDescription } from "../../generators/json-schema/description.js";
import { openAPIDefinition, type References } from "../../runtime/openapi/index.js";
import type { TypeSchema } from "../../runtime/schema/schema.js";

test.each([
  ["one line", "one line"],
  ["two lines\nof a paragraph", "two lines of a paragraph"],
  ["text\n indented as its comment is\n and on", "text indented as its comment is and on"],
  ["a paragraph\n\n\nanother", "a paragraph\n\nanother"],
  ["a list:\n- one\n- two\nand text", "a list:\n- one\n- two\nand text"],
  ["code:\n\n    a = b\n    c = d\n\nand on", "code:\n\n    a = b\n    c = d\n\nand on"],
  ["said\nTODO: not this\nmore", "said more"],
  ["said\n---\nnot this", "said"],
  ["see {@link Box} and {@link Part | its parts}", "see Box and its parts"],
  ["", ""],
])("%j is described as %j", (comment, description) => {
  expect(openAPIDescription(comment)).toBe(description);
});

test.each<readonly [description: string, literals: readonly (string | number)[], expected: string]>([
  ["How fast.", ["Slow", "Fast"], 'How fast.\n\nPossible enum values:\n - `"Fast"`\n - `"Slow"`'],
  ["", [1, 2], "Possible enum values:\n - `1`\n - `2`"],
])("the literals of a union follow the description %j", (description, literals, expected) => {
  const type = typeof literals[0] === "string" ? "string" : "float64";
  const schema = { name: "v1.Speed", value: { type, enum: literals } } as TypeSchema;
  const references: References = { nameOf: () => undefined, ref: String, docsOf: () => ({ "": description }) };
  expect(openAPIDefinition(schema, references).description).toBe(expected);
});
