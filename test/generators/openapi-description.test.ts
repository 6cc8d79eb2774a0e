import { expect, test } from "vitest";
import { openAPIDescription, withMembers } from "../../generators/json-schema/description.js";

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

test("members of a union follow the description, or replace an empty one", () => {
  expect(withMembers("How fast.", ["Fast", "Slow"])).toBe(
    'How fast.\n\nPossible enum values:\n - `"Fast"`\n - `"Slow"`',
  );
  expect(withMembers("", [1, 2])).toBe("Possible enum values:\n - `1`\n - `2`");
});
