// apis/cafe/machine-types.ts
import type { Condition, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Machine extends TypeMeta<"cafe.example.com/__internal", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
  status: MachineStatus;
}

export interface MachineSpec {
  model: string;
}

export interface MachineStatus {
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions: Condition[];
}

export interface MachineList extends TypeMeta<"cafe.example.com/__internal", "MachineList"> {
  metadata: ListMeta;
  items: Machine[];
}
