import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";
import { functionRows } from "../../engine/model/functions/function-problems.js";

export const deepcopyProblems = defineProblems({
  area: "deepcopy",
  rule: "Generated code can copy every type, or the type has a hand-written copy function.",
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
    "deepcopy/bad-marker-value": row("error", "marker", "docs/generators/deepcopy.md#turning-it-on", {
      meaning: "The value of `+k8s:deepcopy-gen` is not valid for a package or for a type.",
      repair: "Write `package` in `doc.ts`, or `true` or `false` on a type.",
    }),
    "deepcopy/no-function": row("error", "field", "docs/generators/deepcopy.md#your-own-function-wins", {
      meaning:
        "A property has a type without a copy function. The type opts out or is not exported, or its folder or package has no copy functions.",
      repair: "Generate a copy function of that type as the hint describes, or write one.",
    }),
    "deepcopy/not-copyable": row("error", "marker", "docs/generators/deepcopy.md#turning-it-on", {
      meaning: "A type has `+k8s:deepcopy-gen=true`, but no copy function can be generated for it.",
      repair: "Change the type as the hint describes, or remove the marker.",
    }),
  },
});
