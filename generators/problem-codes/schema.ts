import { defineProblems } from "../../engine/base/define-problems.js";

export const schemaProblems = defineProblems({
  area: "schema",
  rule: "Every type of the document has a schema.",
  page: "docs/generators/schema.md",
  rows: {
    "schema/key-of-non-object": {
      severity: "error",
      place: "marker",
      meaning: "The items of a keyed list are not objects.",
      repair: "Remove the marker, and use `+listType=set`.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
    "schema/list-map-key-without-map": {
      severity: "error",
      place: "marker",
      meaning: "A list has a key, and is not a keyed list.",
      repair: "Add `+listType=map`.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
    "schema/list-map-without-key": {
      severity: "error",
      place: "marker",
      meaning: "A keyed list has no key.",
      repair: "Add `+listMapKey`.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
    "schema/misplaced-marker": {
      severity: "warning",
      place: "marker",
      meaning: "A marker of lists or maps is on a value of another type.",
      repair: "Remove it.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
    "schema/no-schema": {
      severity: "error",
      place: "field",
      meaning: "A property has a type without a schema: it opts out, or its folder or package has none.",
      repair: "Remove the marker that opts it out, or generate schemas for its folder or package.",
      page: "docs/generators/schema.md#turning-it-on",
    },
    "schema/unknown-key": {
      severity: ["error", "warning"],
      place: "marker",
      meaning: "The key of a keyed list is not a property of its items.",
      repair: "Name a property of the items.",
      page: "docs/generators/schema.md#list-map-and-patch-markers",
    },
  },
});
