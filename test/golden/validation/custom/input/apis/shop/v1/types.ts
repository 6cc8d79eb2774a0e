import type { ErrorList, FieldPath, int32, ListMeta, ObjectMeta, Operation, TypeMeta } from "@apimachinery/runtime";

/** +k8s:customValidation
 *  +k8s:supportsSubresource="/status"
 *  +kubebuilder:subresource:scale:specpath=.spec.count,statuspath=.status.count */
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: OrderSpec;
  status: OrderStatus;
}

export interface OrderStatus {
  count: int32;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}

export interface OrderSpec extends Named {
  /** +k8s:customValidation */
  count?: int32;
  /** +k8s:validateFalse="text"
   *  +k8s:validateFalse(cohort: "c", flags: "ShortCircuit")="first"
   *  +k8s:validateFalse(cohort: "c")="second"
   *  +k8s:validateTrue="never" */
  text: string;
  next?: OrderSpec;
}

/** +k8s:validateFalse="named" */
export interface Named {
  /** +k8s:required */
  name: string;
}

export function ValidateCustom_Order(
  op: Operation,
  fldPath: FieldPath | undefined,
  value: Order,
  oldValue: Order | undefined,
): ErrorList {
  void [op, fldPath, value, oldValue];
  return [];
}

export function ValidateCustom_OrderSpec_Count(
  op: Operation,
  fldPath: FieldPath | undefined,
  value: int32 | undefined,
  oldValue: int32 | undefined,
): ErrorList {
  void [op, fldPath, value, oldValue];
  return [];
}
