import type { bytes, int32, int64, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
  spec: OrderSpec;
}

export interface OrderList extends TypeMeta {
  metadata: ListMeta;
  items: Order[];
}

export interface OrderSpec {
  /** +k8s:required
   *  +k8s:minLength=2
   *  +k8s:maxLength=5 */
  name: string;
  /** +k8s:optional
   *  +k8s:minimum=1
   *  +k8s:maximum=9 */
  count?: int32;
  /** +omitzero
   *  +k8s:optional
   *  +k8s:minimum=-5 */
  offset?: int64;
  /** +k8s:forbidden */
  secret?: string;
  /** +k8s:required */
  flag: boolean;
  /** +k8s:required
   *  +k8s:minItems=1
   *  +k8s:maxItems=4 */
  token: bytes;
  /** +k8s:optional
   *  +k8s:maxBytes=4
   *  +k8s:neq="none" */
  code: string;
  /** +k8s:optional
   *  +default="a" */
  withDefault: string;
  /** +k8s:optional
   *  +default=0 */
  withZero: int32;
  speed: Speed;
  /** +k8s:immutable */
  fixed: string;
  badge?: Badge;
  /** +k8s:optional */
  optionalBadge?: Badge;
  /** +k8s:monotonic */
  generation: int64;
  noRules: string;
}

/** +k8s:enum */
export type Speed = "Fast" | "Slow" | /** +k8s:ifDisabled(Turbo)=+k8s:enumExclude */ "Turbo";

/** +k8s:immutable */
export type Badge = string;
