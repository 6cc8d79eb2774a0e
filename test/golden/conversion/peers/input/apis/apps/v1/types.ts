import type { Secret, Template } from "../../core/v1/types.js";

export interface Deployment {
  template: Template;
  templates: Record<string, Template>;
  secret?: Secret;
}
export interface Scale {
  replicas?: number;
}
/** +k8s:conversion-gen=false */
export interface NotConverted {
  x: string;
}
