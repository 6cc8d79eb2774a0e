import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  spec: OrderSpec;
}

/** +default="apple" */
export type Item = string;

/** What it is another name for has a default, it has none. */
export type ItemDefaultWiped = Item;

/** +default={"name": "pear"} */
export interface Fruit {
  name: string;
  /** +default=1 */
  count: number;
}

export interface OrderSpec {
  // Always there: only its own default would count.
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
