import type { ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** +kubebuilder:object:root=true */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

export interface OrderSpec {
  payment: Payment;
  gift?: Gift;
}

/** How the order is paid. */
export type Payment = Card | Cash | Invoice;

export interface Card {
  type: "Card";
  number: string;
  /** +kubebuilder:validation:Minimum=1 */
  months?: int32;
  /** +kubebuilder:validation:MaxLength=20 */
  note?: string;
}

/** +kubebuilder:validation:XValidation:rule="!has(self.change) || self.change > 0",message="the change is positive" */
export interface Cash {
  type: "Cash";
  /** +default=1 */
  change?: int32;
  /** +kubebuilder:validation:MaxLength=10 */
  note?: string;
}

export interface Invoice {
  type: "Invoice";
  address: string;
}

/** A union as Go has it. */
export interface Gift {
  /** +k8s:unionDiscriminator */
  kind: "Box" | "Bag";
  /** +k8s:unionMember
   *  +k8s:optional */
  box?: Paper;
  /** +k8s:unionMember
   *  +k8s:optional */
  bag?: Paper;
}

export interface Paper {
  color: string;
}
