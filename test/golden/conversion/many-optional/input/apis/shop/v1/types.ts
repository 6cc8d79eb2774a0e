import type { int64 } from "@apimachinery/runtime";

/** Twelve optional fields: each is named. */
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

/** Values are converted as they are.
 * +k8s:conversion-gen=false */
export type Mode = "fast" | "slow";

/** Thirteen, and everything that can happen to a field that is replaced. */
export interface Wide {
  name: string;
  parts: Part[];
  spare?: Part[];
  given: string[];
  absent?: string;
  always: string;
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

/** Only one optional field needs work: the clone has all that is required. */
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

/** Nothing needs work. */
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

/** The output has a field more. */
export interface Added {
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

/** The input has a field that is lost: each is named. */
export interface Lost {
  /** +k8s:conversion-gen=false */
  secret?: string;
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

/** Less than half goes unchanged: each is named. */
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

/** Names that have to be quoted, or that no variable can have; more than a line of them. */
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

/** The clone would keep the old name: each is named. */
export interface Renamed {
  /** +k8s:conversion-gen:rename=title */
  heading?: string;
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

/** The clone would keep a zero: each is named on the way to the hub. */
export interface Zeros {
  count: int64;
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
  /** +k8s:conversion-gen:rename=number */
  count: int64;
}
