/** +kubebuilder:validation:XValidation:rule="self.size > 1" */
export interface Pie {
  size: number;
}
