import type { Scheme } from "@apimachinery/runtime";
import { Kinds as core } from "../core/zz_generated.register.js";
import { AddToScheme as v1_AddToScheme } from "./v1/zz_generated.register.js";
import { AddToScheme as v1beta1_AddToScheme } from "./v1beta1/zz_generated.register.js";
import { AddToScheme, SchemeGroupVersion } from "./zz_generated.register.js";

/** The hub of events is in the core group. */
export function Install(scheme: Scheme): void {
  AddToScheme(scheme);
  scheme.addKnownTypes(SchemeGroupVersion, core.Event, core.EventList);
  v1_AddToScheme(scheme);
  v1beta1_AddToScheme(scheme);
  scheme.setVersionPriority({ group: "events.k8s.io", version: "v1" }, { group: "events.k8s.io", version: "v1beta1" });
}
