import type { int64 } from "@apimachinery/runtime";

/** Twelve optional fields: the function names each of them. */
export interface Twelve {
  part: Part;
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
}

export type Mode = "fast" | "exact";

/** Thirteen optional fields, and all kinds of fields that need a conversion. */
export interface Wide {
  name: string;
  parts: Part[];
  spare?: Part[];
  given: string[];
  absent: string;
  always?: string;
  size?: int64;
  mode?: Mode;
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
}

/** Only one optional field needs a conversion: the clone has all required fields. */
export interface Repaired {
  name: string;
  part?: Part;
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
  f13?: string;
}

/** No field needs a conversion. */
export interface Unchanged {
  name: string;
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
  f13?: string;
}

/** The output has one more field. */
export interface Added {
  /** +k8s:conversion-gen=false */
  more: string[];
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
  f13?: string;
}

/** The input has a field that is lost: the function names each field. */
export interface Lost {
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
  f13?: string;
}

/** Less than half of the fields are unchanged: the function names each of them. */
export interface Changed {
  p1?: Part;
  p2?: Part;
  p3?: Part;
  p4?: Part;
  p5?: Part;
  p6?: Part;
  p7?: Part;
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
}

/** Names that need quotes, or that a variable cannot have; more than fit on a line. */
export interface OddNames {
  "a-b": Part;
  default?: Part;
  scope?: Part;
  ephemeralContainersOfThePod?: Part;
  initContainersOfThePod?: Part;
  readinessGatesOfThePod?: Part;
  schedulingGatesOfThePod?: Part;
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
  f13?: string;
}

/** The clone would keep the old name: the function names each field. */
export interface Renamed {
  title?: string;
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
  f13?: string;
}

/** The clone would keep a zero: the conversion to the hub names each field. */
export interface Zeros {
  /** +omitzero */
  count?: int64;
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
  f13?: string;
}

export interface Part {
  id: string;
  number: int64;
}
