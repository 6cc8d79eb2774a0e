import { defineProblems } from "../../../engine/base/define-problems.js";

export const referenceProblems = defineProblems({
  area: "reference",
  rule: "Reference pages replace only pages that the command wrote itself.",
  page: "docs/reference-pages.md",
  rows: {
    "reference/foreign-file": {
      severity: "error",
      place: "file",
      meaning: "A page has the name of a file that the command did not write.",
      repair: "Move the file, or name another folder with `--out`.",
    },
  },
});
