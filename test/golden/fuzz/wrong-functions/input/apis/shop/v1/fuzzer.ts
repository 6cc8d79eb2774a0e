import * as fc from "fast-check";
import type { Cart, Item, Order, Price, Shelf } from "./types.js";

export const Fuzz_Cart = (): fc.Arbitrary<Cart> => fc.constant({ items: [] });

function Fuzz_Item(): fc.Arbitrary<Item> {
  return fc.constant({ name: "a" });
}

/** A parameter too many. */
export function Fuzz_Price(max: number): fc.Arbitrary<Price> {
  return fc.record({ amount: fc.integer({ min: 0, max }) });
}

/** Not of the type in its name. */
export function Fuzz_Order(): fc.Arbitrary<Item> {
  return Fuzz_Item();
}

/** Without a return type nobody knows what it makes. */
export function Fuzz_Shelf() {
  return fc.record({ width: fc.nat() });
}

export function Fuzz_Shelv(): fc.Arbitrary<Shelf> {
  return fc.constant({ width: 1 });
}

export function fuzzOrder(): fc.Arbitrary<Order> {
  return fc.constant({ id: "" });
}

export function autoFuzz_Item(): fc.Arbitrary<Item> {
  return Fuzz_Item();
}
