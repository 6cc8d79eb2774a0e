import { describe } from "vitest";
import { compareWithGo } from "../../judge/compare-with-go.js";
import { caseOf, quickCases, recordedCases, replay } from "./conditions.js";

/**
 * @file Evaluates listed and random match conditions of webhooks about random requests, and asks an authorizer. Compares
 * results, errors and costs with those of Kubernetes 1.37.
 */
describe("match conditions have the results, errors and costs of Kubernetes", () => {
  compareWithGo({
    name: "cel",
    answers: "places/condition-answers.txt",
    recorded: recordedCases,
    quick: quickCases,
    caseOf,
    replay,
  });
});
