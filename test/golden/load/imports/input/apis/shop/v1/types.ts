import type { ObjectMeta } from "@apimachinery/codegen";

export interface Box {
  metadata: ObjectMeta;
  a: int32;
  b: int32;
  c: int;
  d: 5n;
  e: Record<string, string | undefined>;
}
