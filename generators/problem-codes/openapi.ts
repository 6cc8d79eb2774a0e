import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";

export const openapiProblems = defineProblems({
  area: "openapi",
  rule: "The constraints and defaults of a property do not contradict each other, and the OpenAPI document can express them.",
  page: "docs/generators/openapi.md",
  rows: {
    "openapi/empty-range": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "No value satisfies all limits of a property.",
      repair: "Change one of the limits.",
    }),
    "openapi/forbidden-and-required": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "A property is both required and forbidden.",
      repair: "Remove one of the markers.",
    }),
    "openapi/idle-constraint": row("warning", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "A constraint has no effect on values of this type.",
      repair: "Remove the marker.",
    }),
    "openapi/list-type-missing": row("error", "field", "docs/generators/openapi.md#api-rules", {
      meaning: "A list has no `+listType`, or a list of a kind has one, which has no effect.",
      repair: "Add or remove the marker, or add the violation to the report file: `codegen --update-report`.",
    }),
    "openapi/misplaced-part": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning:
        "A marker constrains items, properties or other parts that the type does not have, such as the items of a string.",
      repair: "Remove the marker.",
    }),
    "openapi/names-match": row("error", "field", "docs/generators/openapi.md#api-rules", {
      meaning: "The name of a property is not in camel case.",
      repair: "Rename the property, or add the violation to the report file: `codegen --update-report`.",
    }),
    "openapi/no-definition": row("warning", "field", "docs/generators/openapi.md#names", {
      meaning:
        "A property has a type without an OpenAPI definition. The type opts out, or its folder or package has no definitions.",
      repair: "Remove the marker that opts out, or generate definitions for the folder or package.",
    }),
    "openapi/no-rule": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "A CEL rule that consists of several markers has no marker for its `rule`.",
      repair: "Add the marker from the hint.",
    }),
    "openapi/no-schema": row("warning", "type", "docs/generators/openapi.md", {
      meaning: "OpenAPI definitions are generated from schemas, but the generator `schema` is disabled.",
      repair: "Add `schema` to `generators`.",
    }),
    "openapi/nullable-part": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "A marker makes list items or map values nullable, but only a property can be null.",
      repair: "Remove the marker.",
    }),
    "openapi/optional-and-required": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "A property is both optional and required.",
      repair: "Remove one of the markers.",
    }),
    "openapi/refused-default": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "A default violates a constraint of its property.",
      repair: "Change the default or the constraint.",
    }),
    "openapi/refused-member": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "A value of an enumeration violates a constraint of the property.",
      repair: "Remove the value, or change the constraint.",
    }),
    "openapi/rule-index": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "The index of a CEL rule has no predecessor: `cel[1]` requires `cel[0]`.",
      repair: "Number the rules from 0, without gaps.",
    }),
    "openapi/stale-violation": row("warning", "file", "docs/generators/openapi.md#api-rules", {
      meaning: "A line of the report file is not a violation of the current types.",
      repair: "Remove the line, or run `codegen --update-report`.",
    }),
    "openapi/streaming-list-type-field-order": row("error", "field", "docs/generators/openapi.md#api-rules", {
      meaning: "The list type of a kind declares `items` before `metadata`.",
      repair: "Declare `metadata` first, or add the violation to the report file: `codegen --update-report`.",
    }),
    "openapi/streaming-list-type-json-tags": row("error", "field", "docs/generators/openapi.md#api-rules", {
      meaning: "The `items` or the `metadata` of a kind's list type are optional.",
      repair: "Make the property required, or add the violation to the report file: `codegen --update-report`.",
    }),
    "openapi/two-values": row("error", "marker", "docs/generators/openapi.md#constraints", {
      meaning: "Two markers set different values for one constraint.",
      repair: "Remove one of them.",
    }),
  },
});
