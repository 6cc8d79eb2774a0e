import type { TypeMeta, int32 } from "@apimachinery/runtime";
import type { Mode } from "../../common/types.js";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  /** +default=ref(DefaultMode) */
  mode?: Mode;
  /** +default=ref(WideMode) */
  wide: Mode;
  /** +default=ref(../../common.DefaultMode) */
  theirs?: Mode;
  /** +default=ref(apis/common.DefaultCount) */
  count: int32;
  /** +default=ref(Computed) */
  computed: int32;
  /** +default=ref(DefaultPart) */
  part?: Part;
  /** +default=ref(DefaultNames) */
  names: string[];
  /** +default=ref(Nothing) */
  nothing: int32;
}

export interface Part {
  names: string[];
}
