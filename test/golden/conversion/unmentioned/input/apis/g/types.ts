export interface Forgetful {
  name: string;
  lost: string;
  kept: string;
  count: number;
  /** +k8s:conversion-gen=false */
  accepted: string;
}
export interface Careful {
  name: string;
  kept: string;
}
export interface ByHelper {
  name: string;
  kept: string;
}
export type Shape = Round | Square;
export interface Round {
  kind: "round";
}
export interface Square {
  kind: "square";
}
