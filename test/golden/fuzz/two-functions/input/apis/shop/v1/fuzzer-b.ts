import { constant } from "fast-check";
import type { Arbitrary } from "fast-check";
import type { Item } from "./types.js";

export function Fuzz_Item(): Arbitrary<Item> {
  return constant({ name: "a" });
}
