import type {
  IntOrString,
  ListMeta,
  ObjectMeta,
  Quantity,
  RawExtension,
  Time,
  TypeMeta,
  bytes,
  int32,
} from "@apimachinery/runtime";

/** +kubebuilder:subresource:status */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
  status: OrderStatus;
}

export interface OrderSpec {
  customer: string;
  count: int32;
  /** +omitzero */
  note?: string;
  port?: IntOrString;
  price: Quantity;
  until?: Time;
  image?: bytes;
  labels: Record<string, string>;
  parts?: Part[];
  extra?: RawExtension;
}

export interface Part {
  name: string;
  parts?: Part[];
}

export interface OrderStatus {
  phase?: string;
}

export interface OrderList extends TypeMeta<"shop.example.com/v1", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}
