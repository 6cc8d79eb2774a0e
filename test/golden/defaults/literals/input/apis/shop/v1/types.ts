import type { Duration, IntOrString, Quantity, TypeMeta, bytes, float64, int32, int64 } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  spec: OrderSpec;
}

export interface OrderSpec {
  /** +default="bar" */
  text: string;
  /** +default="bar" */
  optionalText?: string;
  /**
   * +default="bar"
   * +omitzero
   */
  omittedText?: string;
  /** +default=1 */
  int: int32;
  /** +default=64 */
  optionalInt?: int64;
  /** +default=0.5 */
  float: float64;
  /** +default=true */
  flag?: boolean;
  /** +default=false */
  optionalFalse?: boolean;
  /** +default="Fast" */
  speed: Speed;
  /** +default="Fast" */
  optionalSpeed?: Speed;
  /**
   * +default="Fast"
   * +omitzero
   */
  omittedSpeed?: Speed;
  /** +default=2 */
  level: 1 | 2 | 3;
  /** +default="100m" */
  price: Quantity;
  /** +default="1m30s" */
  wait: Duration;
  /** +default="aGVsbG8=" */
  image: bytes;
  /** +default="25%" */
  share: IntOrString;
  /** +default=8080 */
  port?: IntOrString;
  /** +default=["a", "b"] */
  list: string[];
  /** +default=["a", "b"] */
  optionalList?: string[];
  /**
   * +default=["a", "b"]
   * +omitzero
   */
  omittedList?: string[];
  /** +default={"a": "b", "__proto__": "c"} */
  map: Record<string, string>;
  /** +default={"a": "b"} */
  optionalMap?: Record<string, string>;
  /**
   * +default={"a": "b"}
   * +omitzero
   */
  omittedMap?: Record<string, string>;
  /** +default=["a", 1] */
  pair?: [string, int32];
  /** +default={"any": [1, {"x": null}]} */
  any?: unknown;
  /** +default=[1] */
  requiredAny: unknown;
  /** +default={"s": "foo", "i": 5} */
  part?: Part;
  /** +default=[{"s": "foo1", "i": 1}, {"s": "foo2"}] */
  parts?: Part[];
  /** +default={"foo": {"s": "string", "i": 1}} */
  partsByName?: Record<string, Part>;
  /** +default={} */
  filled?: Filled;
  /** Its properties have defaults. */
  struct: Part;

  // Documentation only: the zero value of a required property.
  /** +default="" */
  emptyText: string;
  /** +default=0 */
  zero: int32;
  /** +default=[] */
  emptyList: string[];
  /** +default={} */
  emptyMap: Record<string, string>;
  /**
   * +default=0
   * +omitzero
   */
  omittedZero?: int32;
}

export interface Part {
  s: string;
  /** +default=1 */
  i: int32;
  /** +default="Slow" */
  speed?: Speed;
}

/** Properties that a literal omits are zero, or have their own defaults. */
export interface Filled {
  name: string;
  count: int32;
  labels: Record<string, string>;
  inner: { on: boolean };
  part: Part;
  note?: string;
}

export type Speed = "Slow" | "Fast";
