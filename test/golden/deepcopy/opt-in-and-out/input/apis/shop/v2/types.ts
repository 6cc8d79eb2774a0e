/** +k8s:deepcopy-gen=true */
export interface Order {
  lines: string[];
}

export interface Scratch {
  lines: string[];
}
