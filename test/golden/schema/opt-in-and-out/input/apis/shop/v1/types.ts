export interface Basket {
  note: string;
}

/** +k8s:schema-gen=false */
export interface Inner {
  note: string;
}

interface Hidden {
  note: string;
}

export function noteOf(hidden: unknown): string {
  return (hidden as Hidden).note;
}
