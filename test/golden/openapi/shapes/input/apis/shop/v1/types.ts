import type {
  Duration,
  Embedded,
  FieldsV1,
  IntOrString,
  ListMeta,
  MicroTime,
  ObjectMeta,
  Quantity,
  RawExtension,
  Time,
  TypeMeta,
  bytes,
  float32,
  int32,
  int64,
  uint8,
} from "@apimachinery/runtime";

/**
 * Box is a parcel: {@link BoxSpec} describes its contents.
 * This line belongs to the same paragraph.
 *
 * A second paragraph, with a list:
 * - of one
 * - and two
 *
 *     and = an example
 *
 * TODO: not for readers
 * ---
 * Neither is this.
 */
export interface Box extends TypeMeta<"shop.example.com/v1", "Box"> {
  metadata: ObjectMeta;
  /** Desired state. */
  spec: BoxSpec;
  /** Current state. */
  status: BoxStatus;
}

export interface BoxList extends TypeMeta<"shop.example.com/v1", "BoxList"> {
  metadata: ListMeta;
  items: Box[];
}

export interface BoxStatus {
  ready: boolean;
}

export interface BoxSpec {
  text: string;
  optional?: string;
  small: uint8;
  count: int32;
  big?: int64;
  ratio: float32;
  exact: number;
  data: bytes;
  since: Time;
  exactly?: MicroTime;
  every: Duration;
  size: Quantity;
  port: IntOrString;
  raw: RawExtension;
  fields?: FieldsV1;
  anything: unknown;
  speed: Speed;
  level: 1 | 2;
  on: true;
  "x-y": string;
  parts: Part[];
  byName?: Record<string, Part>;
  labels: Labels;
  limits?: Record<string, Quantity>;
  matrix: number[][];
  pair: [string, Part];
  inner?: Embedded<Box>;
  like?: Part;
  tree: Tree;
  shape: Shape;
}

/** Speed of the delivery.
 *  +enum */
export type Speed = "Slow" | "Fast";

/** Strings by key. */
export type Labels = Record<string, string>;

/** A list of lists of strings. */
export type Tree = Tree[];

export interface Part {
  name: string;
  /** A part can have parts. */
  parts?: Part[];
}

export type Shape = Circle | Square;

export interface Circle {
  kind: "Circle";
  radius: number;
}

export interface Square {
  kind: "Square";
  side: number;
}
