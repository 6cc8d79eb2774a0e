export interface Box {
  name: string;
}

/** +k8s:openapi-gen=true */
export interface Lid {
  name: string;
}
