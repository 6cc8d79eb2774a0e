import { defineProblems } from "../../../engine/base/define-problems.js";

export const referenceProblems = defineProblems({
  area: "reference",
  rule: "The command replaces only pages that it wrote in an earlier run.",
  page: "docs/reference-pages.md",
  rows: {
    "reference/foreign-file": {
      place: "file",
      meaning: "A page would replace a file that the command did not write.",
      repair: "Move the file, or choose another folder with `--out`.",
    },
  },
});
