import type { int32, ObjectMeta, Time, TypeMeta } from "@apimachinery/runtime";

/** A machine whose fields clients can select, also without a CustomResourceDefinition.
 *  +kubebuilder:selectablefield:JSONPath=.spec.color
 *  +kubebuilder:selectablefield:JSONPath=.spec.motor.power
 *  +kubebuilder:selectablefield:JSONPath=.spec.isOn
 *  +kubebuilder:selectablefield:JSONPath=.spec.since */
export interface Machine extends TypeMeta<"shop.example.com/v1", "Machine"> {
  metadata: ObjectMeta;
  spec: MachineSpec;
}

export interface MachineSpec {
  color: "Red" | "Blue";
  motor?: Motor;
  isOn: boolean;
  since?: Time;
}

export interface Motor {
  power: int32;
}
