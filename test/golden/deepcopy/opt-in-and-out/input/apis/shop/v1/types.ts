/**
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 * +k8s:deepcopy-gen:nonpointer-interfaces=true
 */
export interface Order {
  lines: string[];
}

/** +k8s:deepcopy-gen=false */
export interface Scratch {
  lines: string[];
}
