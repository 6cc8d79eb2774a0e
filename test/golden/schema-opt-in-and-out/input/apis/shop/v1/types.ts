export interface Basket {
  note: string;
}

/** +k8s:schema-gen=false */
export interface Inner {
  note: string;
}

interface Hidden {
  note: string;
}
