import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export enum Mode {
  Fast = "Fast",
  Safe = "Safe",
}

export class Thing {
  x = "";
}

export interface Part {
  name: string;
}

interface Hidden {
  x: string;
}

export interface Box<T> {
  item: T;
}

export interface Refused extends TypeMeta<"shop.example.com/v1", "Refused"> {
  metadata: ObjectMeta;
  nullable: string | null;
  maybe: string | undefined;
  mode: Mode;
  thing: Thing;
  action: () => void;
  method(): void;
  get value(): string;
  date: Date;
  map: Map<string, string>;
  set: Set<string>;
  raw: Uint8Array;
  big: bigint;
  object: object;
  keys: keyof Part;
  template: `v${number}`;
  readonly fixed: string;
  numbered: Record<number, string>;
  rest: [string, ...string[]];
  mixed: string | boolean;
  either: Part | Box<string>;
  unknown: Strin;
  hidden: Hidden;
  unnamed: Box<{ x: string }>;
  untyped;
  itself: Refused;
  nameless: OnlyDefault;
}

export default interface OnlyDefault {
  x: string;
}
