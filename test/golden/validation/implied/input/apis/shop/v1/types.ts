import type { Duration, int32, ListMeta, ObjectMeta, Quantity, TypeMeta } from "@apimachinery/runtime";
import type { Money } from "../../common/types.js";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: OrderSpec;
  status: OrderStatus;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}

export interface OrderSpec {
  customer: string;
  count: int32;
  note?: string;
  /** +optional */
  state: State;
  /** +default="Fast" */
  speed: "Fast" | "Slow";
  level?: 1 | 2 | 10;
  /** +k8s:optional */
  text: string;
  wait: Duration;
  weight: Quantity;
  price: Money;
  modes: ("A" | "B")[];
  matrix: State[][];
  byName: Record<State, State[]>;
  shape: Shape;
  /** +listType=set */
  names?: string[];
  /** +listType=map
   *  +listMapKey=name */
  parts?: Part[];
}

export interface OrderStatus {
  phase: State;
}

export interface Part {
  name: string;
}

export type State = "Open" | "Done";

export type Shape = Round | Square;

export interface Round {
  type: "round";
  radius: int32;
}

export interface Square {
  type: "square";
  side: int32;
}
