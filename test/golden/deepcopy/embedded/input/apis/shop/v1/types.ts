import type { Embedded, TypeMeta } from "@apimachinery/runtime";

export interface Claim extends TypeMeta<"shop.example.com/v1", "Claim"> {
  names: string[];
  note?: string;
}

export interface Special extends TypeMeta<"shop.example.com/v1", "Special"> {
  names: string[];
}

export interface ClaimSet {
  templates: Embedded<Claim>[];
  one?: Embedded<Claim>;
  special: Embedded<Special>;
}
