import type { Status } from "@apimachinery/runtime";
import type { Price } from "../shared/types.js";

export interface Cart {
  items: Item[];
  total: Price;
  outcome?: Status;
}

export interface Item {
  name: string;
  count: number;
}

export interface Box<T> {
  content: T;
}

export interface Shelf {
  box: Box<Item>;
}
