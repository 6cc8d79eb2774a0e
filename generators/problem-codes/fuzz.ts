import { defineProblems } from "../../engine/base/define-problems.js";
import { functionRows } from "../../engine/model/functions/function-problems.js";

export const fuzzProblems = defineProblems({
  area: "fuzz",
  rule: "Every type has a generated or hand-written function that creates random values for tests.",
  page: "docs/generators/fuzz.md",
  rows: {
    ...functionRows("fuzz", "docs/generators/fuzz.md#your-own-function-wins", [
      "duplicate-function",
      "near-miss",
      "not-a-declaration",
      "not-exported",
      "unknown-type",
      "wrong-signature",
    ]),
    "fuzz/no-fast-check": {
      severity: "info",
      place: "comment",
      meaning: "No fuzzers are generated, because fast-check is not installed.",
      repair: "Install fast-check with the command from the hint, or disable the generator fuzz.",
      page: "docs/generators/fuzz.md#turning-it-on",
    },
    "fuzz/no-schema": {
      severity: "info",
      place: "comment",
      meaning: "No fuzzers are generated, because they need the generator schema.",
      repair: "Add schema to `generators`, or disable fuzz.",
      page: "docs/generators/fuzz.md#turning-it-on",
    },
    "fuzz/no-scheme": {
      severity: "info",
      place: "comment",
      meaning: "No round-trip tests are generated, because they need the generator register.",
      repair: "Add register to `generators`.",
      page: "docs/generators/fuzz.md#turning-it-on",
    },
    "fuzz/no-vitest": {
      severity: "info",
      place: "comment",
      meaning: "No round-trip tests are generated, because vitest is not installed.",
      repair: "Install vitest with the command from the hint.",
      page: "docs/generators/fuzz.md#turning-it-on",
    },
  },
});
