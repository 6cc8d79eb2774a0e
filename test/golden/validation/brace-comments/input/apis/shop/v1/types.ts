import type { int32, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** A machine whose first properties have comments on the line of the brace. */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> { // The metadata of the machine.
  metadata: ObjectMeta;
  part: Part;
  /** +k8s:optional */
  inline?: { /** +k8s:maxLength=3 */
    name: string;
  };
}

export interface Part { /** +k8s:minimum=1
   *  +default=5 */
  size: int32;
}
