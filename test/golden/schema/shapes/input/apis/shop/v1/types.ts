import type {
  Duration,
  Embedded,
  FieldsV1,
  IntOrString,
  JSONValue,
  ListMeta,
  MicroTime,
  ObjectMeta,
  Quantity,
  RawExtension,
  Time,
  TypeMeta,
  bytes,
  float64,
  int32,
  int64,
} from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  metadata: ObjectMeta;
  spec: OrderSpec;
  status?: { phase: "Open" | "Paid"; paidAt?: Time };
}

export interface OrderList extends TypeMeta<"shop.example.com/v1", "OrderList"> {
  metadata: ListMeta;
  items: Order[];
}

/** Its group and version are the ones of the folder. */
export interface Plain extends TypeMeta {
  note: string;
}

export interface OrderSpec extends Base {
  name: string;
  express: boolean;
  urgent: Urgent;
  count: int32;
  total: int64;
  weight: float64;
  plain?: number;
  key: bytes;
  at: Time;
  exactly?: MicroTime;
  within: Duration;
  size: Quantity;
  port: IntOrString;
  raw?: RawExtension;
  set?: FieldsV1;
  anything: unknown;
  json?: JSONValue;
  mode: Mode;
  level?: Level;
  priority: 1 | 2 | 3;
  yes?: true;
  tags: string[];
  matrix?: int32[][];
  labels: Labels;
  parts: Record<string, Part>;
  limits?: Record<Resource, Quantity>;
  pair?: [string, int32];
  wrapped?: Embedded<Order>;
  payment: Payment;
  box?: Box<Part>;
  next?: OrderSpec;
  "quoted-name"?: string;
}

/** +k8s:deepcopy-gen=false */
export interface Base {
  inherited: string;
}

export interface Part {
  name: string;
  parts: Part[];
}

export interface Box<T> {
  content: T;
}

export type Mode = "Fast" | "Safe";
export type Level = 1 | 2;
export type Urgent = boolean;
export type Labels = Record<string, string>;
export type Resource = string;
export type Parts = Part[];
export type Piece = Part;
export type Payment = Cash | Card;

export interface Cash {
  type: "Cash";
}

export interface Card {
  type: "Card";
  number: string;
}
