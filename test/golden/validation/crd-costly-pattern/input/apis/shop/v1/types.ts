import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  /** +kubebuilder:validation:Pattern=`a[ab]{253}$` */
  open: string;
  /** +kubebuilder:validation:items:Pattern=`a[ab]{253}$` */
  items: string[];
  /** +k8s:validation:maxLength=2000000
   *  +k8s:validation:pattern="a[ab]{253}$" */
  long: string;
  /** +kubebuilder:validation:MaxLength=1000000
   *  +kubebuilder:validation:Pattern=`a[ab]{253}$` */
  limited: string;
  /** +kubebuilder:validation:Pattern=`^[a-z]{1,253}$` */
  bounded: string;
  /** +kubebuilder:validation:Pattern=`^[a-z]([-a-z0-9]*[a-z0-9])?(\.[a-z]([-a-z0-9]*[a-z0-9])?)*$` */
  small: string;
}
