import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";
import { functionRows } from "../../engine/model/functions/function-problems.js";

export const validationProblems = defineProblems({
  area: "validation",
  rule: "A validation marker is valid for its type or property, and a stable version has only stable markers.",
  page: "docs/generators/validation.md",
  rows: {
    ...functionRows("validation", "docs/generators/validation.md#hand-written-rules", [
      "not-a-declaration",
      "not-exported",
      "wrong-signature",
    ]),
    "validation/bad-list": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "A marker for lists contradicts another marker, or names a key that the items do not have.",
      repair: "Change or remove the marker.",
    }),
    "validation/bad-marker-value": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "The value of a validation marker is not valid for the marker or for the type.",
      repair: "Write a value of the form in the message.",
    }),
    "validation/bad-mode": row("error", "marker", "docs/generators/validation.md#unions", {
      meaning: "A marker for modes has no matching discriminator, or a mode that the discriminator cannot have.",
      repair: "Change the marker as the message describes.",
    }),
    "validation/bad-pattern": row("error", "marker", "docs/generators/validation.md#patterns", {
      meaning: "The pattern is not a regular expression of Go, or is a literal of JavaScript, such as `/^a+$/`.",
      repair: "Correct the pattern: Go's regular expressions have no slashes, no lookaround and no backreferences.",
    }),
    "validation/bad-selector": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "The arguments of `+k8s:item` do not match the keys of the list.",
      repair: "Write one argument with a value of the right type for each key of the list.",
    }),
    "validation/bad-union": row("error", "marker", "docs/generators/validation.md#unions", {
      meaning: "The markers for a union are not consistent, or the discriminator is not a property.",
      repair: "Change the markers as the message describes.",
    }),
    "validation/bad-update": row("error", "marker", "docs/generators/validation.md#updates", {
      meaning: "`+k8s:update` has a constraint that is not valid for the type, or that contradicts another constraint.",
      repair: "Change or remove the marker.",
    }),
    "validation/costly-pattern": row("warning", "marker", "docs/generators/validation.md#patterns", {
      meaning:
        "Matching a long string can take so many steps that the server cannot respond to other requests in the meantime.",
      repair: "Limit the length of the string, which is checked before the pattern, or simplify the pattern.",
    }),
    "validation/forced-error": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "`+k8s:validateError` always causes an error. Kubernetes uses the marker in tests.",
      repair: "Remove the marker.",
    }),
    "validation/inner-level": row("warning", "marker", "docs/generators/validation.md#lint", {
      meaning: "`+k8s:alpha` or `+k8s:beta` is inside another marker, but must be the first marker of the line.",
      repair: "Write the marker first.",
    }),
    "validation/misplaced": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "A marker is inside another marker, or on a constant, and has no effect there.",
      repair: "Remove the inner marker, or the whole line.",
    }),
    "validation/nested-subfield": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "`+k8s:subfield` is inside another `+k8s:subfield`.",
      repair: "Add the marker to the property of the inner type.",
    }),
    "validation/no-effect": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "The marker inside another marker is not a validation rule for this value.",
      repair: "Remove the marker.",
    }),
    "validation/no-function": row("error", "marker", "docs/generators/validation.md#hand-written-rules", {
      meaning: "`+k8s:customValidation` requires a hand-written function, which does not exist.",
      repair: "Paste the function from the hint, and complete it.",
    }),
    "validation/no-presence": row("warning", "field", "docs/generators/validation.md#lint", {
      meaning: "A property has rules, but no marker states whether the property is required.",
      repair: "Add `+k8s:required` or `+k8s:optional`.",
    }),
    "validation/no-re2js": row("error", "marker", "docs/generators/validation.md#patterns", {
      meaning: "Rules with patterns require the npm package re2js, which is not installed.",
      repair: "Install re2js with the command from the hint.",
    }),
    "validation/no-schema": row("error", "type", "docs/generators/validation.md#generated-functions", {
      meaning: "The rules of a type are not enforced, because the type has no schema.",
      repair: "Add `+k8s:schema-gen=true` to the `doc.ts` of the folder, and enable the generator `schema`.",
    }),
    "validation/not-generated": row("error", "field", "docs/generators/validation.md#generated-functions", {
      meaning:
        "A property refers to a type of a folder for which no validation is generated, so the rules of that type are not enforced.",
      repair: "Add `+k8s:validation-gen=*` to the `doc.ts` of that folder.",
    }),
    "validation/too-many-types": row("error", "type", "docs/generators/validation.md#cel-rules", {
      meaning:
        "The CEL rules of a type would be checked too often, because they are checked for each path to the type.",
      repair: "Use a list instead of several properties of a type, or write the rule as a function.",
    }),
    "validation/unenforced-rule": row("warning", ["field", "type"], "docs/generators/validation.md#cel-rules", {
      meaning: "CEL rules are not checked, because the type has no schema.",
      repair: "Add `+k8s:schema-gen=true` to the `doc.ts` of the folder.",
    }),
    "validation/unknown-property": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "A marker names a property that does not exist.",
      repair: "Name a property of the type, or remove the marker.",
    }),
    "validation/unstable-marker": row("warning", "marker", "docs/generators/validation.md#lint", {
      meaning: "A stable version has a rule whose marker is not stable.",
      repair:
        "Write the rule inside `+k8s:alpha` or `+k8s:beta`, or exclude the type with `+k8s:validation-gen-nolint`.",
    }),
    "validation/unsupported-shape": row("error", ["field", "marker"], "docs/generators/validation.md#types", {
      meaning: "Rules are not supported for this type, for example a list inside a list.",
      repair: "Declare the inner list or map as a property of an interface.",
    }),
    "validation/unused-function": row("error", "function", "docs/generators/validation.md#hand-written-rules", {
      meaning: "No marker uses this hand-written validation function.",
      repair: "Add `+k8s:customValidation`, or rename the function.",
    }),
    "validation/wrong-type": row("error", "marker", "docs/generators/validation.md#mistakes", {
      meaning: "The rule is not valid for values of this type.",
      repair: "Remove the marker.",
    }),
  },
});
