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

/** Thirteen, and everything that can happen to a field that is read. */
export interface Wide {
  name: string;
  parts: Part[];
  spare?: Part[];
  given: string[];
  absent?: string;
  always: string;
  count: int64;
  /** +k8s:conversion-gen:rename=title */
  heading?: string;
  size?: int64;
  mode?: "fast" | "slow";
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

/** Only one optional field needs work: the rest has all that is required. */
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

/** The input has a field that is not read: each is named. */
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

/** No variable can have such a name, or it has another meaning: each is named. */
export interface OddNames {
  "a-b": Part;
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
export interface Reserved {
  default?: Part;
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
export interface Scoped {
  scope?: Part;
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
