// apis/cafe/v1alpha1/types.ts
import type { Condition, ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/**
 * Coffee is an order of a customer.
 *
 * +k8s:conversion-gen:preserve=annotation
 * +kubebuilder:subresource:status
 */
export interface Coffee extends TypeMeta<"cafe.example.com/v1alpha1", "Coffee"> {
  metadata: ObjectMeta;
  spec: CoffeeSpec;
  status: CoffeeStatus;
}

export interface CoffeeSpec {
  /**
   * The origin of the beans. For a blend, it is the first origin.
   *
   * +k8s:required
   * +k8s:maxLength=40
   */
  beans: string;

  /** The kind of milk. If it is absent, the coffee has no milk. */
  milk?: Milk;

  /**
   * The size of a cup in millilitres.
   *
   * +default=250
   * +k8s:minimum=20
   * +k8s:maximum=1000
   * +k8s:conversion-gen:rename=size
   */
  sizeInMl: int32;
}

export type Milk = "Cow" | "Oat" | "Soy";

export interface CoffeeStatus {
  /**
   * Ready is True when the coffee is ready.
   *
   * +listType=map
   * +listMapKey=type
   * +patchStrategy=merge
   * +patchMergeKey=type
   */
  conditions: Condition[];
}

/** Several coffees. */
export interface CoffeeList extends TypeMeta<"cafe.example.com/v1alpha1", "CoffeeList"> {
  metadata: ListMeta;
  items: Coffee[];
}
