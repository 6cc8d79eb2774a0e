// apis/cafe/v1/types.ts
import type { Condition, ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/**
 * Coffee is an order of a customer.
 *
 * +kubebuilder:resource:shortName=cf,categories=cafe
 * +kubebuilder:subresource:status
 * +kubebuilder:subresource:scale:specpath=.spec.cups,statuspath=.status.cups
 * +kubebuilder:printcolumn:name="Cups",type=integer,JSONPath=".spec.cups"
 * +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
 * +kubebuilder:printcolumn:name="Age",type=date,JSONPath=".metadata.creationTimestamp"
 * +kubebuilder:printcolumn:name="Beans",type=string,JSONPath=".spec.beans",priority=1
 * +kubebuilder:printcolumn:name="Machine",type=string,JSONPath=".spec.machine",priority=1
 */
export interface Coffee extends TypeMeta<"cafe.example.com/v1", "Coffee"> {
  metadata: ObjectMeta;
  spec: CoffeeSpec;
  status: CoffeeStatus;
}

export interface CoffeeSpec {
  /**
   * The origins of the beans.
   *
   * +k8s:maxItems=4
   * +k8s:eachVal=+k8s:minLength=1
   * +k8s:eachVal=+k8s:maxLength=40
   */
  beans: string[];

  /** The kind of milk. If it is absent, the coffee has no milk. */
  milk?: Milk;

  /**
   * The size of a cup in millilitres.
   *
   * +default=250
   * +k8s:minimum=20
   * +k8s:maximum=1000
   */
  size: int32;

  /**
   * The number of cups.
   *
   * +default=1
   * +k8s:minimum=0
   */
  cups: int32;

  /** The name of the Machine that makes the coffee. If it is absent, any machine can make it. */
  machine?: string;
}

export type Milk = "Cow" | "Oat" | "Soy";

export interface CoffeeStatus {
  /**
   * The number of cups that are ready.
   *
   * +k8s:minimum=0
   */
  cups: int32;

  /**
   * Ready is True when all cups are ready.
   *
   * +listType=map
   * +listMapKey=type
   * +patchStrategy=merge
   * +patchMergeKey=type
   */
  conditions: Condition[];
}

/** Several coffees. */
export interface CoffeeList extends TypeMeta<"cafe.example.com/v1", "CoffeeList"> {
  metadata: ListMeta;
  items: Coffee[];
}
