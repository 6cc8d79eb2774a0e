export interface Basket {
  note: string;
}

/** +k8s:schema-gen=true */
export interface Wanted {
  note: string;
}
