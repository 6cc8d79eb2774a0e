export interface Forgetful {
  name: string;
  count: string;
}
export interface Careful {
  name: string;
}
export interface ByHelper {
  name: string;
}
export type Shape = Round | Triangle;
export interface Round {
  kind: "round";
}
export interface Triangle {
  kind: "triangle";
}
