import { describe } from "vitest";
import { compareWithGo } from "../judge/compare-with-go.js";
import { randomCase } from "./random-case.js";
import { replay } from "./replay.js";

/**
 * @file Sends random requests of users who impersonate others through the filter, and compares its
 * questions to the authorizer, its errors and the resulting users with those of
 * WithConstrainedImpersonation in k8s.io/apiserver v0.37.2.
 */
describe("impersonations are the same as those of Go's filter", () => {
  compareWithGo({ name: "impersonation", recorded: 5000, quick: 250, caseOf: randomCase, replay });
});
