import { defineProblems } from "../base/define-problems.js";

export const markersProblems = defineProblems({
  area: "markers",
  rule: "A marker has a known name and a value of the right type, and is in a comment in which a generator reads it. The command `codegen markers` lists all markers.",
  page: "docs/markers.md",
  rows: {
    "markers/accepts-nothing": {
      severity: "warning",
      place: "marker",
      meaning: "`+codegen:accept` accepts a warning that does not occur.",
      repair: "Remove the marker.",
      page: "docs/ci.md#accept-a-warning",
    },
    "markers/bad-value": {
      place: "marker",
      meaning: "The value of a marker has the wrong form.",
      repair: "Write a value like the example.",
    },
    "markers/contradiction": {
      place: "marker",
      meaning: "Two markers contradict each other.",
      repair: "Remove one of them.",
    },
    "markers/jsdoc-tag": {
      severity: "warning",
      place: "comment",
      meaning: "A JSDoc tag states a default or a rule, but generators read only markers.",
      repair: "Use the marker from the hint.",
      page: "docs/types.md#comments",
    },
    "markers/malformed": {
      place: "marker",
      meaning: "A marker has a syntax error.",
      repair: "Use the marker from the hint, or escape the line if it is not a marker.",
      page: "docs/types.md#escapes",
    },
    "markers/misplaced": {
      place: "marker",
      meaning: "No generator reads this marker in the comment of this declaration.",
      repair:
        "Move the marker to a declaration of a kind that it supports; `codegen markers <name>` prints these kinds.",
    },
    "markers/mixed-false": {
      place: "marker",
      meaning: "A marker has the value false and another value.",
      repair: "Remove one of them.",
    },
    "markers/near-miss": {
      severity: ["error", "warning"],
      place: ["marker", "comment"],
      meaning: "A line is probably a marker, but its name is misspelt, it has no `+`, or text is in front of it.",
      repair: "Use the marker from the hint, or change the line if it is not a marker.",
    },
    "markers/repeated": {
      place: "marker",
      meaning: "A marker occurs twice, but it can occur only once.",
      repair: "Remove one of them.",
    },
    "markers/unattached": {
      severity: "warning",
      place: "marker",
      meaning: "The comment with the marker belongs to no declaration, or to a class, which is not an API type.",
      repair:
        "Move the comment directly above a declaration or a property, or into `doc.ts` for the package. Declare an interface instead of a class.",
      page: "docs/types.md#comments",
    },
    "markers/unknown": {
      place: "marker",
      meaning: "No generator knows the marker.",
      repair: "Correct the name; `codegen markers` lists all markers.",
    },
  },
});
