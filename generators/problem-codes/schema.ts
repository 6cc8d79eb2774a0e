import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";

export const schemaProblems = defineProblems({
  area: "schema",
  rule: "Every type has a schema, and its list markers are consistent.",
  page: "docs/generators/schema.md",
  rows: {
    "schema/key-of-non-object": row("error", "marker", "docs/generators/schema.md#list-map-and-patch-markers", {
      meaning: "The items of a list with `+listType=map` are not objects.",
      repair: "Remove `+listMapKey`, and replace `+listType=map` by `+listType=set`.",
    }),
    "schema/list-map-key-without-map": row("error", "marker", "docs/generators/schema.md#list-map-and-patch-markers", {
      meaning: "A list has `+listMapKey`, but not `+listType=map`.",
      repair: "Add `+listType=map`.",
    }),
    "schema/list-map-without-key": row("error", "marker", "docs/generators/schema.md#list-map-and-patch-markers", {
      meaning: "A list with `+listType=map` has no `+listMapKey`.",
      repair: "Add `+listMapKey`.",
    }),
    "schema/misplaced-marker": row("warning", "marker", "docs/generators/schema.md#list-map-and-patch-markers", {
      meaning: "A marker for lists, maps or objects is on a value of another type.",
      repair: "Remove the marker.",
    }),
    "schema/no-schema": row("error", "field", "docs/generators/schema.md#turning-it-on", {
      meaning: "A property has a type without a schema. The type opts out, or its folder or package has no schemas.",
      repair: "Remove the marker that opts out, or generate schemas for the folder or package.",
    }),
    "schema/unknown-key": row(["error", "warning"], "marker", "docs/generators/schema.md#list-map-and-patch-markers", {
      meaning: "`+listMapKey` does not name a property of the items.",
      repair: "Write the name of a property of the items.",
    }),
  },
});
