import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * +kubebuilder:printcolumn:name="Title",type="integer",JSONPath=".title"
 * +genclient:onlyVerbs=create
 */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  title: string;
}
