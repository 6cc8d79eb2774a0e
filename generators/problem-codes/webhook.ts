import { defineProblems } from "../../engine/base/define-problems.js";

export const webhookProblems = defineProblems({
  area: "webhook",
  rule: "The markers of webhooks describe one configuration without repeated names.",
  page: "docs/generators/webhook.md",
  rows: {
    "webhook/no-webhooks": {
      severity: "warning",
      place: "marker",
      meaning: "A marker names a webhook configuration, and no marker states a webhook of it.",
      repair: "Remove the marker, or add a webhook.",
    },
    "webhook/same-name": {
      severity: "error",
      place: "marker",
      meaning: "Two webhooks of a configuration have the same name.",
      repair: "Give one of them another name.",
    },
    "webhook/two-names": {
      severity: "error",
      place: "marker",
      meaning: "A webhook configuration has two names.",
      repair: "Remove one of the markers.",
    },
  },
});
