import { defineProblems } from "../base/define-problems.js";

export const outputProblems = defineProblems({
  area: "output",
  rule: "Generated files are up to date, and overwrite no hand-written file.",
  page: "docs/configuration.md#files-that-codegen-writes-and-removes",
  rows: {
    "output/claimed-twice": {
      place: "file",
      meaning: "Two generators write the same file.",
      repair: "Give one of the files another name under `outputs`.",
    },
    "output/copy": {
      severity: "warning",
      place: "file",
      meaning: "A file has the header of a generated file, but no generator has an output of this name.",
      repair: "Remove the line of the header, if the file is hand-written; otherwise delete the file.",
    },
    "output/hand-written": {
      place: "file",
      meaning: "A generated file has the path of a file that codegen did not write.",
      repair: "Delete or rename the hand-written file, or give the output another name.",
    },
    "output/outdated": {
      place: "file",
      meaning:
        "`codegen --check` found a generated file whose content differs from the current output of codegen. This code occurs only in the format `sarif`.",
      repair: "Run codegen, and commit the file.",
      page: "docs/ci.md#in-ci",
    },
  },
});

export const pluginProblems = defineProblems({
  area: "plugin",
  rule: "A custom generator returns plans that codegen can print, and does not throw an error.",
  page: "docs/third-party-generator.md",
  rows: {
    "plugin/failed": {
      place: ["plug-in", "configuration"],
      meaning: "A custom generator cannot be loaded, throws an error, or returns a wrong plan.",
      repair: "Correct the plug-in at the position.",
    },
  },
});

export const writeProblems = defineProblems({
  area: "write",
  rule: "All generated files can be written.",
  page: "docs/configuration.md#files-that-codegen-writes-and-removes",
  rows: {
    "write/failed": {
      place: "file",
      meaning: "The system refuses to write or remove a file.",
      repair: "Correct the cause that the message names, then run codegen again. No file was changed.",
    },
  },
});
