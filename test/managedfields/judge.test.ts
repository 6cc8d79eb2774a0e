import { describe } from "vitest";
import { compareWithGo } from "../judge/compare-with-go.js";
import { randomCase } from "./random-case.js";
import { replay } from "./replay.js";
import { mergeSchema } from "./thing.js";

/**
 * @file Replays random writes of several managers in two versions, and compares the objects, their
 * managed fields and the errors with those of Go's k8s.io/apimachinery/pkg/util/managedfields
 * v0.37.2.
 */
describe("the field manager and Go's library give the same results", () => {
  // The judge gets the types of the kind with each case that begins a block of cases.
  const caseOf = (seed: number) => ({ ...randomCase(seed), ...(seed % 200 === 0 && { schema: mergeSchema }) });
  compareWithGo({ name: "managedfields", recorded: 1200, quick: 150, caseOf, replay });
});
