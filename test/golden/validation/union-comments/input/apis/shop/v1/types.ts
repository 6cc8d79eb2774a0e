import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** A machine whose union members have markers in every layout. */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  before: Before;
  behind: Behind;
  sameLine: SameLine;
  first: First;
}

/** +k8s:enum */
export type Before =
  | "Fast"
  /** The comment of a member, as formatters place it.
   *  +k8s:enumExclude */
  | "Gone"
  // +k8s:enumExclude
  | "Lost"
  | "Slow";

/** +k8s:enum */
export type Behind =
  | "Fast"
  | /** +k8s:enumExclude */
  "Gone"
  |
  /** +k8s:enumExclude */
  "Lost"
  | /** +k8s:enumExclude */ "Old";

/** +k8s:enum */
export type SameLine = "Fast" | /* +k8s:enumExclude */ "Gone" /* +k8s:enumExclude */ | "Lost";

/** +k8s:enum */
export type First =
  /** +k8s:enumExclude */
  | "Gone"
  | "Fast";
