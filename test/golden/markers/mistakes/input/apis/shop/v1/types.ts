/** Of a marker that two blank lines part from its type, nobody hears.
 *  +k8s:deepcopy-gen=false */


/** What is wrong with the line itself.
 *  +k8s:validation:cel("a", "b")
 *  +k8s:eachVal (x: 1)
 *  +k8s:minLength("unclosed */
export interface Malformed {
  /** +k8s:eachVal=+ */
  chain: string[];
}

/** +K8s:deepcopy-gen=false
 *  +k8s:deepCopy-gen=false
 *  +kubebuilder:validatoin:Minimum=1
 *  +k8s:something-else */
export interface Unknown {
  /** +defualt="x" */
  a?: string;
  /** +omitzro */
  b?: string;
  /** +Optional */
  c?: string;
}

/** +k8s:conversion-fn=drop
 *  +groupName=example.com */
export interface Misplaced {
  /** +k8s:deepcopy-gen=false */
  field: string;
}

/** +k8s:deepcopy-gen=true
 *  +k8s:deepcopy-gen=true */
export interface Twice {
  /** +k8s:deepcopy-gen */
  inside: string;
}

/** +k8s:defaulter-gen=covers */
export function nothing(): void {
  return;
}
