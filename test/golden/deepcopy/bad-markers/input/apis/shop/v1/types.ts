/** +k8s:deepcopy-gen=package */
export interface A {
  x: string[];
}

/** +k8s:deepcopy-gen=yes */
export interface B {
  x: string[];
}

/**
 * +k8s:deepcopy-gen=true
 * +k8s:deepcopy-gen=false
 */
export interface C {
  x: string[];
}

/**
 * +k8s:deepcopy-gen:interfaces=Object
 * +k8s:deepcopy-gen:nonpointer-interfaces=maybe
 */
export interface D {
  x: string[];
}

/** +k8s:deepcopy-gen=true */
export type E = string;

/** +k8s:deepcopy-gen=true */
interface Hidden {
  x: string[];
}

export const hidden: Hidden = { x: [] };
