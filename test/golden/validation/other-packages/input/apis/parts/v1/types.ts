export interface Part {
  /** +k8s:required */
  name: string;
}

export interface NoRules {
  name: string;
}

/** +k8s:validation-gen=false */
export interface Left {
  /** +k8s:required */
  name: string;
}
