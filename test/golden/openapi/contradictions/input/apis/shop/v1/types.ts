import type { TypeMeta, int32 } from "@apimachinery/runtime";

export interface Box extends TypeMeta<"shop.example.com/v1", "Box"> {
  /** +k8s:validation:additionalProperties:maxLength=3 */
  list: string[];
  /** +k8s:validation:items:maxLength=3 */
  map: Record<string, string>;
  /** +k8s:validation:items:items:maxLength=3 */
  nested: string[];
  /** +k8s:validation:properties:nmae:maxLength=3 */
  part: Part;
  /** +k8s:validation:additionalProperties:maxLength=3 */
  object: Part;
  /** +kubebuilder:validation:items:MaxLength=3 */
  text: string;
  /**
   * +k8s:required
   * +nullable=true
   */
  nullable?: string;
  /**
   * +k8s:forbidden
   * +required
   */
  forbidden?: string;
  /**
   * +kubebuilder:validation:Minimum=1
   * +k8s:minimum=2
   */
  twice: int32;
  /**
   * +kubebuilder:validation:items:MaxLength=3
   * +k8s:validation:items:maxLength=4
   */
  itemsTwice: string[];
  /**
   * +kubebuilder:validation:Maximum=5
   * +k8s:maximum=5
   * +k8s:validation:maximum=5
   */
  agreeing: int32;
  /** +k8s:validation:items:additionalProperties:maxLength=3 */
  right: Record<string, string>[];
  /** +k8s:validation:properties:name:maxLength=3 */
  rightPart: Part;
}

export interface Part {
  name: string;
}
