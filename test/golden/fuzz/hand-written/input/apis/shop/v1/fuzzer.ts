import type { Status } from "@apimachinery/runtime";
import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";
import type { Price } from "../shared/types.js";
import type * as v1 from "./types.js";
import { autoFuzz_Item } from "./zz_generated.fuzz.js";

/** Restricts the generated values. */
export function Fuzz_Item(): fc.Arbitrary<v1.Item> {
  return autoFuzz_Item().filter(({ name }) => name !== "");
}

/** A fuzzer for a type of another package, which has none. */
export function Fuzz_Status(): Arbitrary<Status> {
  return fc.constant({ kind: "Status", apiVersion: "v1", metadata: {}, code: 404 });
}

/** A fuzzer for a type of another folder, which is used only in this folder. */
export function Fuzz_Price(): Arbitrary<Price> {
  return fc.record({ amount: fc.nat() });
}

export function Fuzz_Box_Item(): Arbitrary<v1.Box<v1.Item>> {
  return fc.record({ content: Fuzz_Item() });
}
