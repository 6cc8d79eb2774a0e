import type { ListMeta, ObjectMeta, TypeMeta, float64 } from "@apimachinery/runtime";

/**
 * Pizza specifies an offered pizza with toppings.
 *  +genclient
 *  +k8s:deepcopy-gen:interfaces=runtime.Object
 *  +kubebuilder:object:root=true
 *  +kubebuilder:storageversion
 *  +kubebuilder:printcolumn:name="First topping",type=string,JSONPath=".spec.toppings[0]",description="The first of the toppings."
 *  +kubebuilder:printcolumn:name="Toppings",type=string,JSONPath=".spec.toppings",priority=1,description="The toppings, as JSON."
 *  +kubebuilder:printcolumn:name="Cost",type=number,JSONPath=".status.cost",priority=1,description="The price with all toppings."
 *  +kubebuilder:printcolumn:name="Age",type=date,JSONPath=".metadata.creationTimestamp"
 */
export interface Pizza extends TypeMeta<"restaurant.programming-kubernetes.info/v1alpha1", "Pizza"> {
  metadata: ObjectMeta;
  spec: PizzaSpec;
  status: PizzaStatus;
}

export interface PizzaSpec {
  /** The names of Topping objects. A repeated name puts the topping on the pizza again.
   *  +k8s:maxItems=100000
   *  +k8s:eachVal=+k8s:minLength=1
   *  ---
   *  The maximum is that of the conversion to this version. */
  toppings: string[];
}

export interface PizzaStatus {
  /** The price of the pizza with all toppings.
   *  +omitzero */
  cost?: float64;
}

/** A list of pizzas.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface PizzaList extends TypeMeta<"restaurant.programming-kubernetes.info/v1alpha1", "PizzaList"> {
  metadata: ListMeta;
  items: Pizza[];
}

/**
 * Topping is a topping that can be put on a pizza.
 *  +genclient
 *  +genclient:nonNamespaced
 *  +k8s:deepcopy-gen:interfaces=runtime.Object
 *  +kubebuilder:object:root=true
 *  +kubebuilder:printcolumn:name="Cost",type=number,JSONPath=".spec.cost",description="The price of one portion."
 *  +kubebuilder:printcolumn:name="Age",type=date,JSONPath=".metadata.creationTimestamp"
 */
export interface Topping extends TypeMeta<"restaurant.programming-kubernetes.info/v1alpha1", "Topping"> {
  metadata: ObjectMeta;
  /**
   * The properties of the topping.
   * ---
   * In the book's Go code this field has no JSON tag, so its JSON key is `Spec`. The book's own
   * examples have the key `spec`, so the server in the book loses their cost. The key here is
   * `spec`.
   */
  spec: ToppingSpec;
}

export interface ToppingSpec {
  /** The price of one portion. */
  cost: float64;
}

/** A list of toppings.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface ToppingList extends TypeMeta<"restaurant.programming-kubernetes.info/v1alpha1", "ToppingList"> {
  metadata: ListMeta;
  items: Topping[];
}
