import type { Duration, int32, ObjectMeta, Time, TypeMeta } from "@apimachinery/runtime";

/** +kubebuilder:validation:XValidation:rule="self.metadata.name != self.spec.name",message="the names differ" */
export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

/** +kubebuilder:validation:XValidation:rule="!has(self.last) || self.first <= self.last",message="last is before first",reason=FieldValueForbidden,fieldPath=.last */
export interface OrderSpec {
  name: string;
  /** +kubebuilder:validation:XValidation:rule="self > 1",message="too small"
   *  +k8s:validation:cel[0]:rule="self >= oldSelf"
   *  +k8s:validation:cel[0]:messageExpression="'must be at least ' + string(oldSelf)" */
  count?: int32;
  /** +kubebuilder:validation:items:XValidation:rule="self > 1" */
  sizes?: int32[];
  first: Time;
  last?: Time;
  /** +kubebuilder:validation:Format=date-time
   *  +kubebuilder:validation:XValidation:rule="self > timestamp('2020-01-01T00:00:00Z')" */
  day?: string;
  lead: Lead;
}

/** +k8s:validation:cel[0]:rule="self < duration('1h')" */
export type Lead = Duration;

/** Only its parts have rules. */
export interface Basket extends TypeMeta {
  spec?: OrderSpec;
}
