import { describe } from "vitest";
import { compareWithGo } from "../judge/compare-with-go.js";
import { randomCase } from "./random-case.js";
import { replay } from "./replay.js";

/**
 * @file Converts random objects to CBOR, and random CBOR documents with mistakes to JSON, and
 * compares the results with those of the serializer in k8s.io/apimachinery v0.36.3. Documents with
 * the only known difference are left out: Go's library accepts null as a key of a map.
 */
describe("CBOR documents are the same as those of Go's serializer", () => {
  compareWithGo({ name: "cbor", recorded: 5000, quick: 500, caseOf: randomCase, replay });
});
