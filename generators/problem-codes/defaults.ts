import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";
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
    "defaults/bad-marker-value": row(["error", "warning"], "marker", "docs/generators/defaults.md#turning-it-on", {
      meaning: "The value of `+k8s:defaulter-gen` is not valid for a package, a type or a function.",
      repair: "Use the value from the hint.",
    }),
    "defaults/default-on-struct": row("warning", "marker", "docs/generators/defaults.md#when-a-default-applies", {
      meaning: "A default is on a required property, which always has a value.",
      repair: "Make the property optional, or add defaults to the properties of its type.",
    }),
    "defaults/idle-default": row("warning", "marker", "docs/generators/defaults.md#when-a-default-applies", {
      meaning: "No generated function sets the default, because no type with generated defaults contains the type.",
      repair: "Add `+k8s:defaulter-gen=true` to the type, or remove the default.",
    }),
    "defaults/idle-omitzero": row("warning", "marker", "docs/generators/defaults.md#when-a-default-applies", {
      meaning: "`+omitzero` is on a required property.",
      repair: "Make the property optional, or remove the marker.",
    }),
    "defaults/invalid-json": row("error", "marker", "docs/generators/defaults.md", {
      meaning: "The value of `+default` is not JSON.",
      repair: "Write valid JSON, for example a string in quotes.",
    }),
    "defaults/misplaced-marker": row("warning", "marker", "docs/generators/defaults.md#functions-of-yours", {
      meaning: "`+k8s:defaulter-gen=covers` is on a function that sets no defaults.",
      repair: "Move the marker to a function `SetDefaults_<Type>`, or remove it.",
    }),
    "defaults/missing-property": row("error", "marker", "docs/generators/defaults.md", {
      meaning: "A default lacks a property that its type requires.",
      repair: "Add the property to the default, or give the property its own default.",
    }),
    "defaults/not-a-member": row("error", "marker", "docs/generators/defaults.md", {
      meaning: "A default is not a member of the enumeration or union.",
      repair: "Write one of the members.",
    }),
    "defaults/opaque-type": row("error", "marker", "docs/generators/defaults.md", {
      meaning:
        "The type of a default is from another package, and its properties are not known, so codegen cannot check the default.",
      repair: "Refer to a constant of that type: `+default=ref(Name)`.",
    }),
    "defaults/out-of-range": row("error", "marker", "docs/generators/defaults.md", {
      meaning: "A default is outside the range of its number type.",
      repair: "Write a number in the range.",
    }),
    "defaults/ref-without-type": row("error", "marker", "docs/generators/defaults.md", {
      meaning: "A default refers to a constant without a declared type, so codegen cannot check the value.",
      repair: "Declare the type of the constant.",
    }),
    "defaults/unknown-property": row("error", "marker", "docs/generators/defaults.md", {
      meaning: "A default has a property that its type does not have.",
      repair: "Correct or remove the property.",
    }),
    "defaults/unknown-ref": row("error", "marker", "docs/generators/defaults.md", {
      meaning: "A default refers to a constant that the folder does not export.",
      repair: "Correct the name, or export the constant.",
    }),
    "defaults/unused-function": row("warning", "function", "docs/generators/defaults.md#functions-of-yours", {
      meaning:
        "A function sets defaults of a type that no type with generated defaults contains, so no generated code calls the function.",
      repair: "Add `+k8s:defaulter-gen` to `doc.ts` or to the type, or remove the function.",
    }),
    "defaults/wrong-type": row("error", "marker", "docs/generators/defaults.md", {
      meaning: "A default is not a value of the type of its property.",
      repair: "Write a value of the type in the message.",
    }),
  },
});
