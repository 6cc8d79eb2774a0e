import type { RawExtension, TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:EmbeddedResource */
  template: RawExtension;
  /** +kubebuilder:validation:XEmbeddedResource */
  previous?: RawExtension;
}
