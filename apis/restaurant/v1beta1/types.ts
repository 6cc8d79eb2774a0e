import type { ListMeta, ObjectMeta, TypeMeta, float64, int64 } from "@apimachinery/runtime";

/**
 * Pizza specifies an offered pizza with toppings.
 *  +genclient
 *  +k8s:deepcopy-gen:interfaces=runtime.Object
 *  +kubebuilder:object:root=true
 *  +kubebuilder:printcolumn:name="First topping",type=string,JSONPath=".spec.toppings[0].name",description="The first of the toppings."
 *  +kubebuilder:printcolumn:name="Toppings",type=string,JSONPath=".spec.toppings",priority=1,description="The toppings, as JSON."
 *  +kubebuilder:printcolumn:name="Cost",type=number,JSONPath=".status.cost",priority=1,description="The price with all toppings."
 *  +kubebuilder:printcolumn:name="Age",type=date,JSONPath=".metadata.creationTimestamp"
 */
export interface Pizza extends TypeMeta<"restaurant.programming-kubernetes.info/v1beta1", "Pizza"> {
  metadata: ObjectMeta;
  spec: PizzaSpec;
  status: PizzaStatus;
}

export interface PizzaSpec {
  /** The toppings, each once.
   *  +listType=map
   *  +listMapKey=name */
  toppings: PizzaTopping[];
}

export interface PizzaTopping {
  /** The name of a Topping object.
   *  +k8s:required */
  name: string;
  /** How often the topping is put onto the pizza.
   *  +k8s:minimum=1
   *  +k8s:maximum=1000
   *  ---
   *  The book's code has no maximum. The conversion to v1alpha1 needs one, since it writes a
   *  topping once for each unit of its quantity. */
  quantity: int64;
}

export interface PizzaStatus {
  /** The price of the whole pizza, all toppings included.
   *  +omitzero */
  cost?: float64;
}

/** A list of pizzas.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface PizzaList extends TypeMeta<"restaurant.programming-kubernetes.info/v1beta1", "PizzaList"> {
  metadata: ListMeta;
  items: Pizza[];
}
