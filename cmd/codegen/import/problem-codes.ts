import { defineProblems } from "../../../engine/base/define-problems.js";

export const importProblems = defineProblems({
  area: "import",
  rule: "An imported CustomResourceDefinition is valid, and TypeScript types and markers can express it completely.",
  page: "docs/import.md",
  rows: {
    "import/empty": {
      place: "file",
      meaning: "The file is empty.",
      repair: "Use a file with a CustomResourceDefinition or an OpenAPI document.",
    },
    "import/inexact-number": {
      place: "document",
      meaning: "The document has a number that JavaScript cannot represent exactly.",
      repair: "Write the number as a string, or use a limit that JavaScript can represent.",
    },
    "import/inherited-name": {
      severity: "warning",
      place: "document",
      meaning:
        "An optional property has a name that every JavaScript object inherits, so code could not detect whether the property is absent. The imported property is required, with `+optional`.",
      repair: "Nothing: clients may still omit the property, which then has its zero value.",
    },
    "import/invalid-crd": {
      place: "document",
      meaning: "API servers refuse the CustomResourceDefinition.",
      repair: "Correct the definition.",
    },
    "import/lost": {
      severity: "warning",
      place: "document",
      meaning:
        "Neither a type nor a marker can express this part of the definition, so the imported types do not contain it.",
      repair: "If the part is needed, check the values in another way, for example in a webhook.",
    },
    "import/not-a-crd": {
      severity: ["error", "warning"],
      place: "document",
      meaning: "The document is neither a CustomResourceDefinition nor an OpenAPI document.",
      repair: "Use other files. If the file also contains a CustomResourceDefinition, the document is only skipped.",
    },
    "import/not-data": {
      place: "document",
      meaning: "The imported types would contain code in addition to data, which is a bug in codegen.",
      repair: "Report the bug, with the file if you may share it.",
    },
    "import/openapi": {
      place: "document",
      meaning: "The OpenAPI document has no kinds that can be imported.",
      repair: "Use the document of a group and version, such as those below `/openapi/v3` of a server.",
      page: "docs/import.md#openapi-documents",
    },
    "import/repeated-kind": {
      place: "document",
      meaning: "Two definitions contain the same kind.",
      repair: "Use only one of the definitions.",
    },
    "import/syntax": {
      place: "document",
      meaning: "The file is not YAML or JSON.",
      repair: "Correct the character at the position.",
    },
    "import/too-deep": {
      place: "document",
      meaning: "The document is nested too deeply, or contains itself.",
      repair: "Reduce the number of levels.",
    },
    "import/unreadable": {
      place: "file",
      meaning: "The file does not exist or cannot be read.",
      repair: "Correct the path or the rights of the file.",
    },
  },
});
