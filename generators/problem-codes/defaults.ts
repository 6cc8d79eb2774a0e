import { defineProblems } from "../../engine/base/define-problems.js";
import { functionRows } from "../../engine/model/functions/function-problems.js";

export const defaultsProblems = defineProblems({
  area: "defaults",
  rule: "A default is a JSON value of the type of its property, and a generated function sets it.",
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
      meaning: "The value of `+k8s:defaulter-gen` is not valid for a package, a type or a function.",
      repair: "Use the value from the hint.",
      page: "docs/generators/defaults.md#turning-it-on",
    },
    "defaults/default-on-struct": {
      severity: "warning",
      place: "marker",
      meaning: "A default is on a required property, which always has a value.",
      repair: "Make the property optional, or add defaults to the properties of its type.",
      page: "docs/generators/defaults.md#when-a-default-applies",
    },
    "defaults/idle-default": {
      severity: "warning",
      place: "marker",
      meaning: "No generated function sets the default, because no object with defaulting contains the type.",
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
      repair: "Write valid JSON, for example a string in quotes.",
    },
    "defaults/misplaced-marker": {
      severity: "warning",
      place: "marker",
      meaning: "`+k8s:defaulter-gen=covers` is on a function that sets no defaults.",
      repair: "Move the marker to a function `SetDefaults_<Type>`, or remove it.",
      page: "docs/generators/defaults.md#functions-of-yours",
    },
    "defaults/missing-property": {
      severity: "error",
      place: "marker",
      meaning: "A default lacks a property that its type requires.",
      repair: "Add the property to the default, or give the property its own default.",
    },
    "defaults/not-a-member": {
      severity: "error",
      place: "marker",
      meaning: "A default is not a member of the enumeration or union.",
      repair: "Write one of the members.",
    },
    "defaults/opaque-type": {
      severity: "error",
      place: "marker",
      meaning:
        "The type of a default is from another package, and its properties are not known, so codegen cannot check the default.",
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
      meaning: "A default refers to a constant without a declared type, so codegen cannot check the value.",
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
      meaning:
        "A function sets defaults of a type that no object with defaulting contains, so no generated code calls the function.",
      repair: "Add `+k8s:defaulter-gen` to `doc.ts` or to the type, or remove the function.",
      page: "docs/generators/defaults.md#functions-of-yours",
    },
    "defaults/wrong-type": {
      severity: "error",
      place: "marker",
      meaning: "A default is not a value of the type of its property.",
      repair: "Write a value of the type in the message.",
    },
  },
});
