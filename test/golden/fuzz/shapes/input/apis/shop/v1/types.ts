import type {
  Condition,
  Duration,
  Embedded,
  IntOrString,
  JSONValue,
  LabelSelector,
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
  uint8,
} from "@apimachinery/runtime";

export interface Widget extends TypeMeta<"shop.example.com/v1", "Widget"> {
  metadata: ObjectMeta;
  scalars: Scalars;
  collections?: Collections;
  choices: Choices;
  template?: Embedded<Part>;
  templates: Embedded<Part>[];
}

/** Without literals, its group and version are the ones of the folder. */
export interface Part extends TypeMeta {
  metadata: ObjectMeta;
  name: string;
}

export interface Scalars {
  text: string;
  flag: boolean;
  small: uint8;
  count: int32;
  big: int64;
  ratio: float64;
  plain: number;
  blob: bytes;
  size: Quantity;
  /** The zero time is valid here. */
  since: Time;
  precise?: MicroTime;
  wait: Duration;
  port: IntOrString;
  raw?: RawExtension;
  json: JSONValue;
  anything?: unknown;
  "x-key": string;
}

export interface Collections {
  names: string[];
  grid: int32[][];
  pair: [string, int32];
  byName: Record<string, Scalars>;
  byZone?: Record<Zone, string>;
  nested: Record<string, string[]>;
  selector: LabelSelector;
  conditions?: Condition[];
}

export type Zone = string;
export type Mode = "Fast" | "Safe";
export type Names = string[];

/** Absent and zero mean the same. */
export interface Choices {
  mode: Mode;
  level: 1 | 2 | 3;
  always: true;
  /** +omitzero */
  weight?: int32;
  /** +omitzero */
  labels?: Record<string, string>;
  names: Names;
  source: Source;
  nothing: Empty;
}

export interface Empty {}

export interface FileSource {
  type: "File";
  path: string;
}
export interface LinkSource {
  type: "Link";
  url?: string;
}
export type Source = FileSource | LinkSource;
