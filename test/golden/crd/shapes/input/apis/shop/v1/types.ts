import type {
  Condition,
  Duration,
  Embedded,
  FieldsV1,
  IntOrString,
  JSONValue,
  LabelSelector,
  ListMeta,
  MicroTime,
  ObjectMeta,
  Quantity,
  RawExtension,
  Time,
  TypeMeta,
  bytes,
  float32,
  float64,
  int16,
  int32,
  int64,
  int8,
  uint32,
  uint64,
} from "@apimachinery/runtime";

/** A machine.
 *  +kubebuilder:object:root=true */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
  status: MachineStatus;
}

export interface MachineSpec {
  text: string;
  truth: boolean;
  tiny: int8;
  small: int16;
  number: int32;
  large: int64;
  count: uint32;
  largeCount: uint64;
  single: float32;
  double: float64;
  data: bytes;
  time: Time;
  exactTime: MicroTime;
  duration: Duration;
  memory: Quantity;
  port: IntOrString;
  raw: RawExtension;
  anything: JSONValue;
  size: Size;
  mode: "Safe" | "Fast";
  level: 2 | 1;
  names: string[];
  parts: Part[];
  partsByName: Record<string, Part>;
  labels: { [key: string]: string };
  matrix: int32[][];
  pair: [int32, string];
  part: Part;
  optional?: Part;
  template: Template;
  other: Embedded<Machine2>;
}

/** The size of a machine. */
export type Size = "Small" | "Large";

/** A part of a machine. */
export interface Part extends Named {
  weight: int32;
}

export interface Named {
  /** The name. */
  name: string;
}

export interface Template {
  metadata?: ObjectMeta;
  count?: int32;
}

/** A kind inside another one. */
export interface Machine2 extends TypeMeta<"shop.example.com/v1", "Machine2"> {
  metadata: ObjectMeta;
  count: int32;
}

export interface MachineStatus {
  ready: boolean;
  /** +listType=map
   *  +listMapKey=type */
  conditions?: Condition[];
  selector?: LabelSelector;
  fields?: FieldsV1;
}

/** A list is not a custom resource.
 *  +kubebuilder:object:root=true */
export interface MachineList extends TypeMeta<"shop.example.com/v1", "MachineList"> {
  metadata: ListMeta;
  items: Machine[];
}
