import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";

export const prereleaseLifecycleProblems = defineProblems({
  area: "prerelease-lifecycle",
  rule: "Lifecycle markers name the releases that introduce, deprecate and remove a kind.",
  page: "docs/generators/prerelease-lifecycle.md",
  rows: {
    "prerelease-lifecycle/no-introduced": row("error", "type", "docs/generators/prerelease-lifecycle.md", {
      meaning: "A kind has no marker for the release that introduced it.",
      repair: "Add `+k8s:prerelease-lifecycle-gen:introduced`.",
    }),
    "prerelease-lifecycle/no-version": row("warning", "marker", "docs/generators/prerelease-lifecycle.md", {
      meaning: "The folder is not a version of a group, so its kinds have no releases.",
      repair: "Remove the marker.",
    }),
  },
});
