import { describe } from "vitest";
import { compareWithGo } from "../../judge/compare-with-go.js";
import { caseOf, quickCases, recordedCases, replay } from "./claims.js";

/**
 * @file Reads authentication configurations with listed and random expressions, right and wrong ones, and authenticates
 * random tokens. Compares users and errors with those of Kubernetes 1.37.
 */
describe("expressions about claims and users have the results and errors of Kubernetes", () => {
  compareWithGo({
    name: "cel",
    answers: "places/claim-answers.txt",
    recorded: recordedCases,
    quick: quickCases,
    caseOf,
    replay,
  });
});
