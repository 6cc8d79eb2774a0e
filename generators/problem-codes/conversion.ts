import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";
import { functionRows } from "../../engine/model/functions/function-problems.js";

export const conversionProblems = defineProblems({
  area: "conversion",
  rule: "Each field of a version has a peer in the hub, or a hand-written function converts it, or a marker accepts that conversions lose it.",
  page: "docs/generators/conversion.md",
  rows: {
    ...functionRows("conversion", "docs/generators/conversion.md#your-own-function", [
      "duplicate-function",
      "not-a-declaration",
      "not-exported",
      "wrong-signature",
    ]),
    "conversion/declared-field": row(
      "error",
      "marker",
      "docs/generators/lossy.md#declare-the-behaviour-of-your-functions",
      {
        meaning: "`+k8s:conversion-fn` names a field that neither of the converted types has.",
        repair: "Write the path of a field of one of the types, or remove the marker.",
      },
    ),
    "conversion/discriminators-differ": row(
      "error",
      "type",
      "docs/generators/conversion.md#members-that-only-one-side-has",
      {
        meaning: "A union and its peer have different discriminators, so codegen cannot generate their conversion.",
        repair: "Paste the function from the hint and complete it, or give both unions the same discriminator.",
      },
    ),
    "conversion/dropped-union-member": row(
      "error",
      "type",
      "docs/generators/conversion.md#members-that-only-one-side-has",
      {
        meaning:
          "A conversion function with `drop` converts a member of a union, but a conversion cannot omit a member.",
        repair: "Write a conversion function for the whole union.",
      },
    ),
    "conversion/empty-peer": row(["error", "info"], "marker", "docs/generators/conversion.md#turning-it-on", {
      meaning: "`+k8s:conversion-gen` names a folder without types.",
      repair: "Write the path of the folder with the hub types, relative to this folder.",
    }),
    "conversion/function-name": row("error", "function", "docs/generators/conversion.md#your-own-function", {
      meaning: "The name of a conversion function does not fit the types in its signature.",
      repair: "Rename the function, or correct its types.",
    }),
    "conversion/kinds-differ": row("error", "field", "docs/generators/conversion.md#conversion-of-a-field", {
      meaning: "A field and its peer have different types, and codegen cannot convert one type to the other.",
      repair: "Give both fields the same type, or write the conversion function.",
    }),
    "conversion/misplaced-marker": row("warning", "marker", "docs/generators/conversion.md#your-own-function", {
      meaning: "`+k8s:conversion-fn` is on a function whose name is not that of a conversion.",
      repair: "Move the marker to a conversion function, or remove it.",
    }),
    "conversion/missing-conversion": row("error", "field", "docs/generators/conversion.md#functions-to-paste", {
      meaning: "No function converts the type of a field to the type of its peer.",
      repair: "Paste the function from the hint and complete it.",
    }),
    "conversion/missing-conversion-gen": row("error", "marker", "docs/generators/conversion.md#turning-it-on", {
      meaning: "The folder is a version of a hub, but no conversions of its kinds are generated.",
      repair: "Add `+k8s:conversion-gen` to its `doc.ts`, with the path of the hub, or with `false`.",
    }),
    "conversion/missing-enum-member": row(
      "error",
      ["field", "type"],
      "docs/generators/conversion.md#members-that-only-one-side-has",
      {
        meaning: "An enumeration has a value that its peer does not have.",
        repair: "Add the value to the peer, or write the conversion function.",
      },
    ),
    "conversion/missing-peer-field": row(
      "error",
      ["field", "marker", "type expression"],
      "docs/generators/conversion.md#what-the-version-cant-hold",
      {
        meaning: "A field has no peer, so conversions would lose its value.",
        repair:
          "Add the field to the peer type, name its peer with `+k8s:conversion-gen:rename`, preserve the value in an annotation, or write the conversion function.",
      },
    ),
    "conversion/missing-union-member": row(
      "error",
      "type",
      "docs/generators/conversion.md#members-that-only-one-side-has",
      {
        meaning: "A union has a member that its peer does not have.",
        repair: "Add the member to the peer, or write the conversion function.",
      },
    ),
    "conversion/narrowing": row("error", "field", "docs/generators/conversion.md#conversion-of-a-field", {
      meaning: "The type of a field's peer cannot represent all values of the field.",
      repair: "Give both fields the same type, or write the conversion function.",
    }),
    "conversion/no-peer-kind": row("error", "type", "docs/generators/conversion.md#turning-it-on", {
      meaning: "The hub does not have a kind of the version, so no server can convert objects of the kind.",
      repair: "Add the kind to the hub, or exclude the kind from conversion with `+k8s:conversion-gen=false`.",
    }),
    "conversion/no-peer-type": row("info", "type", "docs/generators/conversion.md#turning-it-on", {
      meaning: "The hub has no type with the name of a type of the version, so no conversion of the type is generated.",
      repair: "Add the type to the hub, unless no field needs the conversion.",
    }),
    "conversion/not-registered": row("warning", "marker", "docs/internal-hub.md", {
      meaning: "A folder has no schemas, so a scheme cannot register the conversions of its types.",
      repair: "Add `+groupName` to the `doc.ts` of the hub, or `+k8s:schema-gen=true` for a folder without kinds.",
    }),
    "conversion/opt-in-value": row("error", "marker", "docs/generators/conversion.md#turning-it-on", {
      meaning: "The value of `+k8s:conversion-gen` on a package is not the path of a folder.",
      repair: "Write the path of the folder with the hub types, relative to this folder.",
    }),
    "conversion/opt-out-value": row("error", "marker", "docs/generators/conversion.md#what-the-version-cant-hold", {
      meaning: "The value of `+k8s:conversion-gen` on a type or field is not false.",
      repair: "Write `+k8s:conversion-gen=false`, or remove the marker.",
    }),
    "conversion/output-only-field": row(
      "warning",
      "field",
      "docs/generators/conversion.md#what-the-version-cant-hold",
      {
        meaning: "A field has no peer, so the conversion sets the field to its zero value.",
        repair:
          "Set the field in a hand-written conversion function, or accept the zero value with `+k8s:conversion-gen=false` on the field.",
      },
    ),
    "conversion/peer-cycle": row("error", "marker", "docs/generators/conversion.md#turning-it-on", {
      meaning: "Two folders name each other as their hub, so that the group has no hub.",
      repair: "Remove the marker from the hub.",
    }),
    "conversion/peer-is-itself": row("error", "marker", "docs/generators/conversion.md#turning-it-on", {
      meaning: "`+k8s:conversion-gen` names the folder itself.",
      repair: "Write the path of the folder with the hub types, relative to this folder.",
    }),
    "conversion/preserve": row("error", "marker", "docs/generators/conversion.md#what-the-version-cant-hold", {
      meaning: "`+k8s:conversion-gen:preserve` is on a type whose fields cannot be preserved in an annotation.",
      repair: "Make the change from the hint, or remove the marker.",
    }),
    "conversion/rename-target": row("error", "marker", "docs/generators/conversion.md#conversion-of-a-field", {
      meaning: "`+k8s:conversion-gen:rename` names a field that the peer type does not have.",
      repair: "Write the name of a field of the peer type, or remove the marker.",
    }),
    "conversion/rename-twice": row("error", "marker", "docs/generators/conversion.md#conversion-of-a-field", {
      meaning: "Two fields have the same peer.",
      repair:
        "Remove the marker, rename the other field too, or exclude the other field from conversion with `+k8s:conversion-gen=false`.",
    }),
    "conversion/unfinished-function": row("warning", "function", "docs/generators/conversion.md#functions-to-paste", {
      meaning: "A function that was pasted from a hint still uses names that begin with `TODO_`.",
      repair: "Replace each of these names by an expression.",
    }),
    "conversion/unknown-fields": row("warning", ["field", "type"], "docs/rules.md#unknown-fields", {
      meaning: "Only one of a type and its peer keeps unknown fields, so a conversion drops these fields.",
      repair: "Add `+kubebuilder:pruning:PreserveUnknownFields` to the type or field that the hint names.",
    }),
    "conversion/unmentioned-field": row(
      "warning",
      "field",
      "docs/generators/conversion.md#what-the-version-cant-hold",
      {
        meaning:
          "A field has no peer, and the hand-written conversion function does not read the field, so its value is lost.",
        repair: "Read the field in the function, or accept the loss with `+k8s:conversion-fn:loses`.",
      },
    ),
    "conversion/unused-function": row("warning", "function", "docs/generators/conversion.md#your-own-function", {
      meaning: "A function has the name of a conversion function, but no generated conversion calls it.",
      repair: "Remove the function, or call it from another conversion function.",
    }),
  },
});
