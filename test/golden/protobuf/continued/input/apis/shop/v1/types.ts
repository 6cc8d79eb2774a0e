import type { int32 } from "@apimachinery/runtime";

/** Names of fields can differ in their first letter, and the base is a nested message. */
export interface Volume extends VolumeSource {
  name: string;
  size?: int32;
  added?: string;
  readded?: string;
}

export interface VolumeSource {
  path?: string;
}

export type Verbs = string[];

export interface Rule {
  verbs: Verbs;
  extra?: Record<string, Verbs>;
}
