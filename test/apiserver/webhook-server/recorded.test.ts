import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { titleOf, type RecordedReview } from "./recorded-review.js";
import { Webhooks } from "./webhook-harness.js";

/**
 * @file Sends the reviews of a real kube-apiserver, which test/peers/cluster/reviews.test.ts has
 * recorded, to the pizza webhooks.
 */

const file = join(import.meta.dirname, "recorded-reviews.json");
const recorded = (JSON.parse(readFileSync(file, "utf8")) as RecordedReview[]).map(
  (review, index) => [`${index}: ${titleOf(review)}`, review] as const,
);

test.each(recorded)("the answer of the recorded review %s", async (_, { path, sent, answer }) => {
  const { status, json } = await new Webhooks().send(path, { body: sent });
  expect(status).toBe(200);
  expect(json).toEqual(answer);
});

test("the recording has both tasks of admission, conversions in both directions, and both versions of reviews", () => {
  const titles = new Set(recorded.map(([, review]) => titleOf(review)));
  for (const version of ["v1", "v1beta1"])
    expect([...titles].filter((title) => title.split(" ")[1] === version)).toEqual(
      expect.arrayContaining([
        `/admit/v1beta1/pizza ${version} CREATE v1alpha1`,
        `/admit/v1beta1/pizza ${version} UPDATE v1beta1`,
        `/validate/v1beta1/pizza ${version} CREATE v1beta1`,
        `/convert/v1beta1/pizza ${version} v1alpha1 to v1beta1`,
        `/convert/v1beta1/pizza ${version} v1beta1 to v1alpha1`,
      ]),
    );
});
