import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";
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
    "fuzz/no-fast-check": row("info", "comment", "docs/generators/fuzz.md#turning-it-on", {
      meaning: "No fuzzers are generated, because fast-check is not installed.",
      repair: "Install fast-check with the command from the hint, or disable the generator `fuzz`.",
    }),
    "fuzz/no-schema": row("info", "comment", "docs/generators/fuzz.md#turning-it-on", {
      meaning: "No fuzzers are generated, because they need the generator `schema`.",
      repair: "Add `schema` to `generators`, or disable the generator `fuzz`.",
    }),
    "fuzz/no-scheme": row("info", "comment", "docs/generators/fuzz.md#turning-it-on", {
      meaning: "No round-trip tests are generated, because they need the generator `register`.",
      repair: "Add `register` to `generators`.",
    }),
    "fuzz/no-vitest": row("info", "comment", "docs/generators/fuzz.md#turning-it-on", {
      meaning: "No round-trip tests are generated, because vitest is not installed.",
      repair: "Install vitest with the command from the hint.",
    }),
  },
});
