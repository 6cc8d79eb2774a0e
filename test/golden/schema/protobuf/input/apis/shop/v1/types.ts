import type {
  Duration,
  Embedded,
  FieldsV1,
  IntOrString,
  LabelSelector,
  ListMeta,
  MicroTime,
  ObjectMeta,
  Quantity,
  RawExtension,
  StatusReason,
  Time,
  TypeMeta,
  bytes,
  float32,
  int32,
  int64,
  uint64,
  uint8,
} from "@apimachinery/runtime";

/** An order of a customer. */
export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
  /** +omitzero */
  status?: OrderStatus;
}

export interface OrderList extends TypeMeta<"shop.example.com/v1", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}

export interface Parcel extends TypeMeta<"shop.example.com/v1", "Parcel"> {
  metadata: ObjectMeta;
  weight: int32;
}

export type Channel = "Phone" | "Web";
export type Labels = Record<string, string>;

/** +protobuf.nullable=true */
export type Names = string[];

/** +protobuf.nullable=true */
export type Prices = Record<string, Quantity>;

export interface OrderSpec {
  /** The name of the customer. */
  customer: string;
  note?: string;
  /** +omitzero */
  remark?: string;
  channel: Channel;
  /** +omitzero */
  fallback?: Channel;
  size?: 1 | 2 | 3;
  ratio?: 0.5 | 1.5;
  isGift?: true;
  channels: Channel[];
  paid: boolean;
  small: uint8;
  big: uint64;
  count: int32;
  counts?: int32[];
  total?: int64;
  weight: number;
  length?: float32;
  weights: number[];
  image: bytes;
  thumbnail?: bytes;
  chunks?: bytes[];
  labels: Labels;
  amounts?: Record<string, int64>;
  parts: Record<string, Part>;
  items: Part[];
  first: Part;
  last?: Part;
  /** +omitzero */
  spare?: Part;
  selector?: LabelSelector;
  reason: StatusReason;
  names: Names;
  aliases?: Names;
  byName?: Record<string, Names>;
  prices: Prices;
  created: Time;
  changed?: Time;
  /** +omitzero */
  closed?: Time;
  seen?: MicroTime;
  timeout: Duration;
  price: Quantity;
  /** +omitzero */
  discount?: Quantity;
  port: IntOrString;
  extra: RawExtension;
  more?: RawExtension;
  fields?: FieldsV1;
  anything?: unknown;
  gift: Embedded<Parcel>;
  gifts?: Embedded<Parcel>[];
  shape?: Shape;
  "x-list-type"?: string;
  $ref?: string;
  /** +protobuf=false */
  local: [string, string];
  /** +protobuf=100 */
  pinned?: string;
}

export interface OrderStatus {
  phase?: string;
}

export interface Part {
  name: string;
  parts?: Part[];
}

/**
 * A base that is a nested message.
 * +protobuf.extends=Place:2
 */
export interface Address extends Place {
  street: string;
}

export interface Place {
  city: string;
  country?: string;
  owner: Part;
}

export type Shape = Circle | Box;

export interface Circle {
  type: "circle";
  radius: int32;
}

export interface Box {
  type: "box";
  width: int32;
}

/** +protobuf=false */
export interface Internal {
  pair: [string, string];
}
