export interface Part {
  name: Name;
  screws?: Screw[];
}

/** A name without blanks. */
export type Name = string;

/** +k8s:openapi-model-package=com.example.iron */
export interface Screw {
  length: number;
}

export interface Unused {
  name: string;
}
