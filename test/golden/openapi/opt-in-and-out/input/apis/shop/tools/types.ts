export interface Hammer {}

/** +k8s:openapi-gen=false */
export interface Saw {
  teeth: number;
}
