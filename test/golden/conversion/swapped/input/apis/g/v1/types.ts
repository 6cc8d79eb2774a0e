export interface Outer {
  inner: Inner;
}
export interface Inner {
  second: string;
  first: string;
}
export interface Pair {
  pair: Twins;
}
export interface Twins {
  a: Leaf;
  b: Leaf;
}
export interface Leaf {
  /** +k8s:conversion-gen:rename=y */
  x: string;
  /** +k8s:conversion-gen:rename=x */
  y: string;
}
