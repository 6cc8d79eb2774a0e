import { defineProblems } from "./define-problems.js";

export const projectProblems = defineProblems({
  area: "project",
  rule: "The project is an ES module, and has the packages and exports that generated code needs.",
  page: "docs/configuration.md",
  rows: {
    "project/commonjs": {
      place: "configuration",
      meaning: "The folder is compiled to CommonJS, and generated code consists of ES modules.",
      repair: 'Set `"type": "module"` in package.json.',
    },
    "project/no-runtime": {
      severity: ["error", "warning"],
      place: "configuration",
      meaning: "`@apimachinery/runtime`, which generated code imports, is not installed.",
      repair: "Install it with the command from the hint.",
    },
    "project/not-exported": {
      place: "field",
      meaning: "Generated code imports a name from another package, and that package does not export the name.",
      repair: "Add the export that the hint shows.",
      page: "docs/monorepo.md#the-files",
    },
    "project/nothing-generated": {
      severity: ["error", "warning"],
      place: "type",
      meaning: "A folder has kinds, but no marker that enables a generator.",
      repair: "Create the file `doc.ts` that the hint shows.",
      page: "docs/configuration.md#first-files",
    },
    "project/other-runtime": {
      severity: "warning",
      place: "configuration",
      meaning: "The installed `@apimachinery/runtime` has another major version than codegen.",
      repair: "Install the version in the hint.",
      page: "docs/ci.md#upgrade-codegen",
    },
  },
});
