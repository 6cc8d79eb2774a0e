import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";

export const protobufProblems = defineProblems({
  area: "protobuf",
  rule: "Numbers, types and names of protobuf fields never change after a release.",
  page: "docs/generators/protobuf.md",
  rows: {
    "protobuf/bad-proto": row("error", "file", "docs/generators/protobuf.md#numbers", {
      meaning: "The `.proto` file of a folder, which contains the numbers of the fields, cannot be read.",
      repair: "Restore the file, for example from version control.",
    }),
    "protobuf/duplicate-number": row("error", "marker", "docs/generators/protobuf.md#numbers", {
      meaning: "Two properties of a type have the same number.",
      repair: "Remove one of the markers; codegen then assigns a free number.",
    }),
    "protobuf/nested-list": row("error", "field", "docs/generators/protobuf.md#what-is-written", {
      meaning: "A list contains lists, or a map contains lists, but protobuf does not support this.",
      repair: "Declare the inner list as a type with `+protobuf.nullable=true`.",
    }),
    "protobuf/no-message": row("error", "field", "docs/generators/protobuf.md#single-messages", {
      meaning:
        "A property has a type without a protobuf message. The type opts out, or its folder or package has no messages.",
      repair: "Make the change from the hint, or exclude the property too.",
    }),
    "protobuf/no-numbers": row("error", "file", "docs/generators/protobuf.md#numbers", {
      meaning: "The `.proto` file of a folder is missing, but generated code contains field numbers from it.",
      repair: "Restore the file, for example from version control.",
    }),
    "protobuf/no-version": row("error", "marker", "docs/generators/protobuf.md", {
      meaning: "The folder is not a version of a group, so its types have no protobuf messages.",
      repair: "Add `+groupName` to its `doc.ts`.",
    }),
    "protobuf/number-changed": row("error", "marker", "docs/generators/protobuf.md#numbers", {
      meaning: "A marker changes the number of a property, but stored objects contain the old number.",
      repair: "Write the old number.",
    }),
    "protobuf/reserved-number": row("error", "marker", "docs/generators/protobuf.md#numbers", {
      meaning: "A marker sets a number that a removed property had.",
      repair: "Remove the marker; codegen then assigns a free number.",
    }),
    "protobuf/same-name": row("error", ["field", "type"], "docs/generators/protobuf.md#what-is-written", {
      meaning: "Two properties or members have the same name in protobuf.",
      repair: "Give one of them another name.",
    }),
    "protobuf/tuple": row("error", "field", "docs/generators/protobuf.md#what-is-written", {
      meaning: "A property is a tuple, but protobuf has no tuples.",
      repair: "Declare an interface, or exclude the property: `+protobuf=false`.",
    }),
    "protobuf/type-changed": row("error", "field", "docs/generators/protobuf.md#numbers", {
      meaning: "The protobuf type of a property has changed, so stored objects could not be read.",
      repair: "Restore the type, or give the property another name.",
    }),
    "protobuf/unknown-fields": row("warning", ["field", "type"], "docs/rules.md#unknown-fields", {
      meaning: "A type keeps unknown fields, but protobuf does not.",
      repair: "Use JSON, or a property of the type `RawExtension` for these fields.",
    }),
    "protobuf/unused-marker": row("warning", "marker", "docs/generators/protobuf.md#markers", {
      meaning: "A protobuf marker has no effect on this type.",
      repair: "Remove the marker.",
    }),
  },
});
