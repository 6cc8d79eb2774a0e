import { defineProblems } from "../../engine/base/define-problems.js";

export const schemaProblems = defineProblems({
  area: "schema",
  rule: "Every type has a schema, and its list markers are consistent.",
  page: "docs/generators/schema.md",
  rows: {
    "schema/key-of-non-object": {
      severity: "error",
      place: "marker",
      meaning: "The items of a list with `+listType=map` are not objects.",
      repair: "Remove `+listMapKey`, and replace `+listType=map` by `+listType=set`.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
    "schema/list-map-key-without-map": {
      severity: "error",
      place: "marker",
      meaning: "A list has `+listMapKey`, but not `+listType=map`.",
      repair: "Add `+listType=map`.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
    "schema/list-map-without-key": {
      severity: "error",
      place: "marker",
      meaning: "A list with `+listType=map` has no `+listMapKey`.",
      repair: "Add `+listMapKey`.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
    "schema/misplaced-marker": {
      severity: "warning",
      place: "marker",
      meaning: "A marker for lists, maps or objects is on a value of another type.",
      repair: "Remove the marker.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
    "schema/no-schema": {
      severity: "error",
      place: "field",
      meaning: "A property has a type without a schema. The type opts out, or its folder or package has no schemas.",
      repair: "Remove the marker that opts out, or generate schemas for the folder or package.",
      page: "docs/generators/schema.md#turning-it-on",
    },
    "schema/unknown-key": {
      severity: ["error", "warning"],
      place: "marker",
      meaning: "`+listMapKey` does not name a property of the items.",
      repair: "Write the name of a property of the items.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
  },
});
