import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:validation:XValidation:rule="self.spec.min <= self.spec.max",message="min is above max" */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

/** +kubebuilder:validation:XValidation:rule=`self.name != "none"`,messageExpression="'not ' + self.name",reason=FieldValueForbidden,fieldPath=".name" */
export interface OrderSpec {
  /** +kubebuilder:validation:XValidation:rule="self > 0"
   * +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() ? self >= oldSelf.value() : true",optionalOldSelf=true
   * +k8s:validation:cel[0]:rule="self != 13" */
  min: int32;
  max: int32;
  /** +kubebuilder:validation:items:XValidation:rule="self in ['a', 'b']",message="too long" */
  parts: string[];
  /** A rule on an alias. */
  name: Name;
  /** +kubebuilder:validation:UniqueItems */
  tags: string[];
}

/** +kubebuilder:validation:XValidation:rule="self != ''" */
export type Name = string;
