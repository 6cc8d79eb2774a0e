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
 * Box is what is sent: {@link BoxSpec} says what is in it.
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
  /** What is wanted. */
  spec: BoxSpec;
  /** What is there. */
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

/** How fast it goes.
 *  +enum */
export type Speed = "Slow" | "Fast";

/** Text by text. */
export type Labels = Record<string, string>;

/** A list of such lists. */
export type Tree = Tree[];

export interface Part {
  name: string;
  /** It may have parts itself. */
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
