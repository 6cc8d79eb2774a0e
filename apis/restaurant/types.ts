import type { ListMeta, ObjectMeta, TypeMeta, float64, int64 } from "@apimachinery/runtime";

/** Pizza specifies an offered pizza with toppings.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Pizza extends TypeMeta<"restaurant.programming-kubernetes.info/__internal", "Pizza"> {
  metadata: ObjectMeta;
  spec: PizzaSpec;
  status: PizzaStatus;
}

export interface PizzaSpec {
  /** The toppings, each once. */
  toppings: PizzaTopping[];
}

export interface PizzaTopping {
  /** The name of a Topping object. */
  name: string;
  /** How often the topping is put onto the pizza. */
  quantity: int64;
}

export interface PizzaStatus {
  /** The price of the whole pizza, all toppings included. */
  cost: float64;
}

/** A list of pizzas.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface PizzaList extends TypeMeta<"restaurant.programming-kubernetes.info/__internal", "PizzaList"> {
  metadata: ListMeta;
  items: Pizza[];
}

/** Topping is a topping that can be put onto a pizza.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Topping extends TypeMeta<"restaurant.programming-kubernetes.info/__internal", "Topping"> {
  metadata: ObjectMeta;
  spec: ToppingSpec;
}

export interface ToppingSpec {
  /** The price of one portion of the topping. */
  cost: float64;
}

/** A list of toppings.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface ToppingList extends TypeMeta<"restaurant.programming-kubernetes.info/__internal", "ToppingList"> {
  metadata: ListMeta;
  items: Topping[];
}
