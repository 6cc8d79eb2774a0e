import type { TypeMeta } from "@apimachinery/runtime";

export interface Template {
  spec: Spec;
}

export interface Spec {
  /** +default="TCP" */
  protocol: string;
}

export interface Claim extends TypeMeta<"core.example.com/v1", "Claim"> {
  spec: Spec;
}
