/** +k8s:deepcopy-gen=true */
export interface Yes {
  q: string[];
}
