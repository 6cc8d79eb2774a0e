export interface Thing {
  name: string;
  size: number;
  mode: "On" | "Off";
  place: Place;
  hint?: string;
  /** +k8s:conversion-gen=false */
  accepted: boolean;
}
export interface Place {
  street: string;
  floor?: string;
}
