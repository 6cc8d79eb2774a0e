import { describe } from "vitest";
import { compareWithGo } from "../../judge/compare-with-go.js";
import { caseOf, recordedCases, replay } from "./cases.js";

/**
 * @file Evaluates listed and random expressions, and the rules of random schemas on random objects. Compares values,
 * errors and costs with those of cel-go v0.29.2 in Kubernetes' environments.
 */
describe("runtime/cel and cel-go give the same values, errors and costs", () => {
  compareWithGo({
    name: "cel",
    answers: "evaluation/answers.txt",
    recorded: recordedCases,
    quick: recordedCases,
    size: "CEL_SEQUENCES",
    caseOf,
    replay,
  });
});
