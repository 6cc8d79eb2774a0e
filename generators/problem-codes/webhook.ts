import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";

export const webhookProblems = defineProblems({
  area: "webhook",
  rule: "The webhook markers describe one webhook configuration, in which all names are different.",
  page: "docs/generators/webhook.md",
  rows: {
    "webhook/no-webhooks": row("warning", "marker", "docs/generators/webhook.md", {
      meaning: "A marker sets the name of a webhook configuration, but no marker adds a webhook to the configuration.",
      repair: "Remove the marker, or add a webhook.",
    }),
    "webhook/same-name": row("error", "marker", "docs/generators/webhook.md", {
      meaning: "Two webhooks of a configuration have the same name.",
      repair: "Give one of them another name.",
    }),
    "webhook/two-names": row("error", "marker", "docs/generators/webhook.md", {
      meaning: "Two markers set the name of one webhook configuration.",
      repair: "Remove one of the markers.",
    }),
  },
});
