import { klona } from "klona";
import { klona as klonaJson } from "klona/json";
import rfdc from "rfdc";
import type { Candidate } from "./compare.js";

const clone = rfdc();

/** Libraries and built-in functions that copy objects without generated code. */
export const peers: readonly Candidate<unknown>[] = [
  { name: "klona/json", run: (input) => klonaJson(input) },
  { name: "klona", run: (input) => klona(input) },
  { name: "rfdc", run: (input) => clone(input) },
  { name: "JSON round trip", run: (input): unknown => JSON.parse(JSON.stringify(input)) },
  { name: "structuredClone", run: (input): unknown => structuredClone(input) },
];
