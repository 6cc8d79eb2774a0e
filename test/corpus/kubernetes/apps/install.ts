import type { Scheme } from "@apimachinery/runtime";
import { Kinds as autoscaling } from "../autoscaling/zz_generated.register.js";
import { AddToScheme as v1_AddToScheme } from "./v1/zz_generated.register.js";
import { AddToScheme as v1beta1_AddToScheme } from "./v1beta1/zz_generated.register.js";
import { AddToScheme as v1beta2_AddToScheme } from "./v1beta2/zz_generated.register.js";
import { AddToScheme, SchemeGroupVersion } from "./zz_generated.register.js";

/** The hub of the kind Scale is in the group autoscaling. */
export function Install(scheme: Scheme): void {
  AddToScheme(scheme);
  scheme.addKnownTypes(SchemeGroupVersion, autoscaling.Scale);
  v1_AddToScheme(scheme);
  v1beta2_AddToScheme(scheme);
  v1beta1_AddToScheme(scheme);
  scheme.setVersionPriority(
    { group: "apps", version: "v1" },
    { group: "apps", version: "v1beta2" },
    { group: "apps", version: "v1beta1" },
  );
}
