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
  limits: Limits;
  price: Money;
  modes: ("A" | "B")[];
  matrix: State[][];
  byName: Record<State, State[]>;
  shape: Shape;
  size?: Size;
  grade?: Grade;
  /** +listType=set */
  names?: string[];
  /** +listType=map
   *  +listMapKey=name */
  parts?: Part[];
}

export interface Limits {
  wait: Wait;
  weights: Weights;
}

export interface Weights {
  least: Quantity;
  /** +default="5" */
  most: Quantity;
}

export type Wait = Duration;

export interface OrderStatus {
  phase: State;
}

export interface Part {
  name: string;
}

export type State = "Open" | "Done";

/** +k8s:enum */
export type Size = string;
export const Small: Size = "Small";

/** +k8s:enum */
export type Grade = "A" | /** +k8s:ifDisabled(Lenient)=+k8s:enumExclude */ "C";

export type Shape = Round | Square;

export interface Round {
  type: "round";
  radius: int32;
}

export interface Square {
  type: "square";
  side: int32;
}
