import { defineProblems } from "../base/define-problems.js";

export const configProblems = defineProblems({
  area: "config",
  rule: "The configuration names existing generators, options, folders and files, with values of the right type.",
  page: "docs/configuration.md",
  rows: {
    "config/generator": {
      place: "configuration",
      meaning:
        "A name in `generators`, `plugins`, `outputs` or `options` is not the name of a generator, or is a module that exports no generator.",
      repair: "Correct the name, or install the module.",
    },
    "config/generators": {
      severity: "info",
      place: "configuration",
      meaning: "`generators` does not contain a generator that wrote files in an earlier run. These files are removed.",
      repair: "Add the generator to the list, if its files are still needed.",
      page: "docs/configuration.md#files-that-codegen-writes-and-removes",
    },
    "config/header": {
      place: "configuration",
      meaning: "The file with the header of generated files cannot be read.",
      repair: "Correct the path in `header`, or remove the key.",
    },
    "config/no-such-folder": {
      place: "configuration",
      meaning: "A path in the configuration is not the path of a folder.",
      repair: "Correct the path; it is relative to the configuration.",
    },
    "config/not-read": {
      severity: "warning",
      place: "file",
      meaning: "The folder has a configuration in a format that codegen does not read.",
      repair: "Move its settings to `codegen.config.json`.",
    },
    "config/output": {
      place: "configuration",
      meaning: "A key in `outputs` is not the name of an output of the generator.",
      repair: "Correct or remove the key.",
    },
    "config/repeated-key": {
      place: "configuration",
      meaning: "A key occurs twice in one object of the configuration, and JSON uses only the last value.",
      repair: "Remove one of them.",
    },
    "config/syntax": {
      place: "configuration",
      meaning: "The configuration is not JSON.",
      repair: "Correct the character at the position. JSON has no comments and no trailing commas.",
    },
    "config/two-configurations": {
      severity: "warning",
      place: "configuration",
      meaning: "The folder has two configurations, and this one has no effect.",
      repair: "Move its settings to the other configuration, and remove this one.",
    },
    "config/unknown-key": {
      place: "configuration",
      meaning: "The configuration has a key that does not exist.",
      repair: "Correct or remove the key.",
    },
    "config/unknown-kind": {
      severity: "warning",
      place: "configuration",
      meaning: "A key in `plurals` is the name of a kind that no folder declares.",
      repair: "Correct or remove the key.",
    },
    "config/unknown-name": {
      place: "configuration",
      meaning: "A key in the value of an option is not a name that the option accepts, such as an API group.",
      repair: "Correct or remove the key.",
    },
    "config/unknown-option": {
      place: "configuration",
      meaning: "The generator has no option of this name.",
      repair: "Correct or remove the option.",
    },
    "config/wrong-value": {
      place: "configuration",
      meaning: "A setting or an option has a value of the wrong type.",
      repair: "Write a value of the type in the message.",
    },
  },
});
