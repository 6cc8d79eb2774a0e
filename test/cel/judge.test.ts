import { describe } from "vitest";
import { compareWithGo } from "../judge/compare-with-go.js";
import { caseOf, quickCases, recordedCases, replay } from "./cases.js";

/**
 * @file Parses and checks listed and random expressions, and compares trees, types and errors with
 * those of cel-go v0.29.2 in Kubernetes' environments of versions 1.23 to 1.37.
 */
describe("runtime/cel and cel-go give the same trees, types and errors", () => {
  compareWithGo({
    name: "cel",
    recorded: recordedCases,
    quick: quickCases,
    size: "CEL_SEQUENCES",
    caseOf,
    replay,
  });
});
