import { defineProblems } from "../../../engine/base/define-problems.js";

export const importProblems = defineProblems({
  area: "import",
  rule: "An imported CustomResourceDefinition is valid, and a TypeScript type can state all of it.",
  page: "docs/import.md",
  rows: {
    "import/empty": {
      severity: "error",
      place: "file",
      meaning: "The file has no document.",
      repair: "Name the file of a CustomResourceDefinition or of an OpenAPI document.",
    },
    "import/inexact-number": {
      severity: "error",
      place: "document",
      meaning: "The document has a number that JavaScript would change.",
      repair: "Write the number as a string, or a limit that JavaScript can hold.",
    },
    "import/inherited-name": {
      severity: "warning",
      place: "document",
      meaning:
        "An optional property has a name that every JavaScript object inherits, so that code could not see whether it is absent. The imported property is required, with `+optional`.",
      repair: "Nothing: clients may still leave the property out, and it is then empty.",
    },
    "import/invalid-crd": {
      severity: "error",
      place: "document",
      meaning: "The CustomResourceDefinition lacks a part, or has one that API servers refuse.",
      repair: "Correct the definition.",
    },
    "import/lost": {
      severity: "warning",
      place: "document",
      meaning: "No type and no marker can state this part of the definition: the imported types are without it.",
      repair: "Check the values elsewhere, for example in a webhook, if the part is needed.",
    },
    "import/not-a-crd": {
      severity: ["error", "warning"],
      place: "document",
      meaning: "The document is neither a CustomResourceDefinition nor an OpenAPI document.",
      repair: "Name other files. Beside a CustomResourceDefinition, the document is only left out.",
    },
    "import/not-data": {
      severity: "error",
      place: "document",
      meaning: "The imported types cannot be printed as data, which is a bug in codegen.",
      repair: "Report it, with the file if you may share it.",
    },
    "import/openapi": {
      severity: "error",
      place: "document",
      meaning: "The OpenAPI document has no kinds that can be imported.",
      repair: "Name the document of a group and version, as `/openapi/v3` of a server has it.",
      page: "docs/import.md#openapi-documents",
    },
    "import/repeated-kind": {
      severity: "error",
      place: "document",
      meaning: "Two definitions state the same kind.",
      repair: "Name only one of the files.",
    },
    "import/syntax": {
      severity: "error",
      place: "document",
      meaning: "The file is not YAML or JSON.",
      repair: "Correct the character at the position.",
    },
    "import/too-deep": {
      severity: "error",
      place: "document",
      meaning: "The document is nested too deeply, or contains itself.",
      repair: "Reduce the number of levels.",
    },
    "import/unreadable": {
      severity: "error",
      place: "file",
      meaning: "The file does not exist or cannot be read.",
      repair: "Correct the path or the rights of the file.",
    },
  },
});
