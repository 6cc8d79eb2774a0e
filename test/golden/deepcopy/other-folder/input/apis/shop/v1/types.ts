import type { Line, Names } from "../../common/types.js";
import type { Line as MetaLine } from "../../meta/types.js";

export interface Order {
  lines: Line[];
  main?: Line;
  meta: MetaLine;
  names: Names;
}
