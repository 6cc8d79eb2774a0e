import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta {
  source: Source;
  target: Target;
  notice: Notice;
}

/** +kubebuilder:validation:ExactlyOneOf=git;image */
export interface Source {
  git?: string;
  image?: string;
}

/** +kubebuilder:validation:AtMostOneOf=host;path */
export interface Target {
  host?: string;
  path?: string;
}

/** +kubebuilder:validation:AtLeastOneOf=mail;phone */
export interface Notice {
  mail?: string;
  phone?: string;
}
