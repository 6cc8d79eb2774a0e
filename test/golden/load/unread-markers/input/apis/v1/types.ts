import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";
import type { Part } from "../common/part.js";

export interface K extends TypeMeta<"x.example.com/v1", "K"> {
  metadata: ObjectMeta;
  part: Part;
}
