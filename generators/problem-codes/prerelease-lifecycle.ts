import { defineProblems } from "../../engine/base/define-problems.js";

export const prereleaseLifecycleProblems = defineProblems({
  area: "prerelease-lifecycle",
  rule: "Lifecycle markers name the releases that introduce, deprecate and remove a kind.",
  page: "docs/generators/prerelease-lifecycle.md",
  rows: {
    "prerelease-lifecycle/no-introduced": {
      severity: "error",
      place: "type",
      meaning: "A kind has no marker for the release that introduced it.",
      repair: "Add `+k8s:prerelease-lifecycle-gen:introduced`.",
    },
    "prerelease-lifecycle/no-version": {
      severity: "warning",
      place: "marker",
      meaning: "The folder is not a version of a group, so its kinds have no releases.",
      repair: "Remove the marker.",
    },
  },
});
