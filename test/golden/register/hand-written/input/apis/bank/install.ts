import type { Scheme } from "@apimachinery/runtime";
import { AddToScheme } from "./zz_generated.register.js";

export function Install(scheme: Scheme): void {
  AddToScheme(scheme);
}
