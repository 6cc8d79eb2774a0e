import type { Scheme } from "@apimachinery/runtime";
import * as v1alpha1 from "./v1alpha1/zz_generated.register.js";
import * as v1beta1 from "./v1beta1/zz_generated.register.js";
import { AddToScheme } from "./zz_generated.register.js";

/** Adds every version of the group to a scheme. v1beta1 is the preferred version. */
export function Install(scheme: Scheme): void {
  AddToScheme(scheme);
  v1beta1.AddToScheme(scheme);
  v1alpha1.AddToScheme(scheme);
  scheme.setVersionPriority(v1beta1.SchemeGroupVersion, v1alpha1.SchemeGroupVersion);
}
