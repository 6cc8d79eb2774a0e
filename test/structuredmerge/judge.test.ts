import { describe } from "vitest";
import { compareWithGo } from "../judge/compare-with-go.js";
import { randomCase } from "./random-case.js";
import { replay } from "./replay.js";

/**
 * @file Replays random operations of several managers on random schemas and objects, and compares
 * the results with those of Go's sigs.k8s.io/structured-merge-diff v6.4.2.
 */
describe("the merge engine and Go's library give the same results", () => {
  compareWithGo({ name: "structuredmerge", recorded: 5000, quick: 250, caseOf: randomCase, replay });
});
