/** @file Types that a user writes in an empty folder. */

/** The package.json and the types of one kind, by their paths. */
export const carProject: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "garage", "private": true, "type": "module" }\n`,
  // A cluster serves the kind, so the other generators have nothing to do.
  "codegen.config.json": `{ "paths": ["apis"], "generators": ["crd"] }\n`,
  "apis/garage/v1/doc.ts": `/** +groupName=garage.example.org */
export {};
`,
  "apis/garage/v1/types.ts": `import type { IntOrString, ListMeta, ObjectMeta, RawExtension, TypeMeta, int32 } from "@apimachinery/runtime";

/**
 * Car is a car in the garage.
 * +kubebuilder:object:root=true
 * +kubebuilder:subresource:status
 * +kubebuilder:subresource:scale:specpath=.spec.doors,statuspath=.status.doors
 * +kubebuilder:resource:shortName=vw,categories=all
 * +kubebuilder:printcolumn:name="Color",type=string,JSONPath=".spec.color"
 * +kubebuilder:printcolumn:name="Doors",type=integer,JSONPath=".spec.doors"
 * +kubebuilder:selectablefield:JSONPath=".spec.color"
 */
export interface Car extends TypeMeta<"garage.example.org/v1", "Car"> {
  metadata: ObjectMeta;
  spec: CarSpec;
  status?: CarStatus;
}

/** CarList is a list of cars. */
export interface CarList extends TypeMeta<"garage.example.org/v1", "CarList"> {
  metadata: ListMeta;
  items: Car[];
}

/**
 *  +kubebuilder:validation:XValidation:rule="self.doors > 2 || self.color != 'black'",message="a small car is not black"
 */
export interface CarSpec {
  /** The color of the paint. */
  color: "black" | "red" | "white";
  /**
   * +kubebuilder:validation:Minimum=1
   * +kubebuilder:validation:Maximum=5
   * +default=4
   */
  doors?: int32;
  /** +kubebuilder:validation:Pattern=\`^[A-Z]{2}-[0-9]+$\` */
  plate?: string;
  /**
   * +k8s:update=NoUnset
   * +k8s:update=NoModify
   */
  chassis?: string;
  /**
   * +listType=map
   * +listMapKey=position
   */
  tires?: Tire[];
  /** +listType=set */
  extras?: string[];
  tank?: IntOrString;
  /** +kubebuilder:pruning:PreserveUnknownFields */
  notes?: RawExtension;
  /** +default={"owner":"garage"} */
  labels?: Record<string, string>;
}

/** Tire is a tire of a car. */
export interface Tire {
  position: string;
  /** +default="summer" */
  season?: "summer" | "winter";
}

export interface CarStatus {
  doors?: int32;
}
`,
};
