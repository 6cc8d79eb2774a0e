export interface Outer {
  inner: Inner;
}
export interface Inner {
  first: string;
  second: string;
}
export interface Pair {
  pair: Twins;
}
export interface Twins {
  a: Leaf;
  b: Leaf;
}
export interface Leaf {
  x: string;
  y: string;
}
