import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  spec: OrderSpec;
}

/** +default="apple" */
export type Item = string;

/** An alias has no default, although its type has one. */
export type ItemDefaultWiped = Item;

/** +default={"name": "pear"} */
export interface Fruit {
  name: string;
  /** +default=1 */
  count: number;
}

export interface OrderSpec {
  // Required: only its own default would have an effect.
  item: Item;
  optionalItem?: Item;
  /** +omitzero */
  omittedItem?: Item;
  /** +default="banana" */
  overridden?: Item;
  wiped?: ItemDefaultWiped;
  /** +default=["foo", "bar"] */
  items?: Item[];
  /** +default={"foo": "bar"} */
  itemsByName?: Record<string, Item>;
  requiredItems: Item[];
  grid: Item[][];
  wipedItems: ItemDefaultWiped[];
  fruit?: Fruit;
  fruits?: Fruit[];
  fruitsByName: Record<string, Fruit>;
}
