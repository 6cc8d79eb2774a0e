import { defineProblems } from "../../engine/base/define-problems.js";
import { functionRows } from "../../engine/model/functions/function-problems.js";

export const defaultsProblems = defineProblems({
  area: "defaults",
  rule: "A default is a JSON value of its property's type, at a place where defaulting sets it.",
  page: "docs/generators/defaults.md",
  rows: {
    ...functionRows("defaults", "docs/generators/defaults.md#functions-of-yours", [
      "duplicate-function",
      "near-miss",
      "not-a-declaration",
      "not-exported",
      "unknown-type",
      "wrong-signature",
    ]),
    "defaults/bad-marker-value": {
      severity: ["error", "warning"],
      place: "marker",
      meaning: "`+k8s:defaulter-gen` has a value that is not valid at its place.",
      repair: "Write a value of the hint.",
      page: "docs/generators/defaults.md#turning-it-on",
    },
    "defaults/default-on-struct": {
      severity: "warning",
      place: "marker",
      meaning: "A default is on a required property, which always has a value.",
      repair: "Make the property optional, or set defaults on the properties of its type.",
      page: "docs/generators/defaults.md#when-a-default-applies",
    },
    "defaults/idle-default": {
      severity: "warning",
      place: "marker",
      meaning: "No generated function sets the default, because no defaulted object contains its type.",
      repair: "Add `+k8s:defaulter-gen=true` to the type, or remove the default.",
      page: "docs/generators/defaults.md#when-a-default-applies",
    },
    "defaults/idle-omitzero": {
      severity: "warning",
      place: "marker",
      meaning: "`+omitzero` is on a required property.",
      repair: "Make the property optional, or remove the marker.",
      page: "docs/generators/defaults.md#when-a-default-applies",
    },
    "defaults/invalid-json": {
      severity: "error",
      place: "marker",
      meaning: "The value of `+default` is not JSON.",
      repair: "Write a string in quotes.",
    },
    "defaults/misplaced-marker": {
      severity: "warning",
      place: "marker",
      meaning: "`+k8s:defaulter-gen=covers` is on a function that sets no defaults.",
      repair: "Move or remove the marker.",
      page: "docs/generators/defaults.md#functions-of-yours",
    },
    "defaults/missing-property": {
      severity: "error",
      place: "marker",
      meaning: "A default leaves out a property that its type requires.",
      repair: "Give the property a value in the default, or a default of its own.",
    },
    "defaults/not-a-member": {
      severity: "error",
      place: "marker",
      meaning: "A default is not a value of the enumeration or union.",
      repair: "Write one of its values.",
    },
    "defaults/opaque-type": {
      severity: "error",
      place: "marker",
      meaning: "A default belongs to a type whose properties are not known, so that its value cannot be checked.",
      repair: "Refer to a constant of that type: `+default=ref(Name)`.",
    },
    "defaults/out-of-range": {
      severity: "error",
      place: "marker",
      meaning: "A default is outside the range of its number type.",
      repair: "Write a number in the range.",
    },
    "defaults/ref-without-type": {
      severity: "error",
      place: "marker",
      meaning: "A default refers to a constant without a declared type, so that its value cannot be checked.",
      repair: "Declare the type of the constant.",
    },
    "defaults/unknown-property": {
      severity: "error",
      place: "marker",
      meaning: "A default has a property that its type does not have.",
      repair: "Correct or remove the property.",
    },
    "defaults/unknown-ref": {
      severity: "error",
      place: "marker",
      meaning: "A default refers to a constant that the folder does not export.",
      repair: "Correct the name, or export the constant.",
    },
    "defaults/unused-function": {
      severity: "warning",
      place: "function",
      meaning: "A function sets defaults of a type that no defaulted object contains.",
      repair: "Add `+k8s:defaulter-gen` to `doc.ts` or to the type, or remove the function.",
      page: "docs/generators/defaults.md#functions-of-yours",
    },
    "defaults/wrong-type": {
      severity: "error",
      place: "marker",
      meaning: "A default is not a value of its type.",
      repair: "Write a value of the type in the message.",
    },
  },
});
