import { describe } from "vitest";
import { compareWithGo } from "../judge/compare-with-go.js";
import { parseSteps, quickCases, recordedCases, syntaxCase } from "./syntax-cases.js";

/**
 * @file Parses listed and random expressions, and compares trees and errors with those of cel-go
 * v0.29.2 in the environments of Kubernetes 1.27, 1.31 and 1.37.
 */
describe("the parser of CEL and cel-go give the same results", () => {
  compareWithGo({ name: "cel", recorded: recordedCases, quick: quickCases, caseOf: syntaxCase, replay: parseSteps });
});
