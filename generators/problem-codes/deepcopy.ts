import { defineProblems } from "../../engine/base/define-problems.js";
import { functionRows } from "../../engine/model/functions/function-problems.js";

export const deepcopyProblems = defineProblems({
  area: "deepcopy",
  rule: "Every type that deepcopy copies is plain data, or has a hand-written copy function.",
  page: "docs/generators/deepcopy.md",
  rows: {
    ...functionRows("deepcopy", "docs/generators/deepcopy.md#your-own-function-wins", [
      "duplicate-function",
      "near-miss",
      "not-a-declaration",
      "not-exported",
      "unknown-type",
      "wrong-signature",
    ]),
    "deepcopy/bad-marker-value": {
      severity: "error",
      place: "marker",
      meaning: "`+k8s:deepcopy-gen` has a value that is not valid at its place.",
      repair: "Write `package` in `doc.ts`, and true or false on a type.",
      page: "docs/generators/deepcopy.md#turning-it-on",
    },
    "deepcopy/no-function": {
      severity: "error",
      place: "field",
      meaning:
        "A property has a type without a copy function: it opts out, is not exported, or its folder or package has none.",
      repair: "Generate copies of that type as the hint says, or write the copy function.",
      page: "docs/generators/deepcopy.md#your-own-function-wins",
    },
    "deepcopy/not-copyable": {
      severity: "error",
      place: "marker",
      meaning: "A marker asks for a copy function of a type that generated code cannot copy.",
      repair: "Change the type as the hint says, or remove the marker.",
      page: "docs/generators/deepcopy.md#turning-it-on",
    },
  },
});
