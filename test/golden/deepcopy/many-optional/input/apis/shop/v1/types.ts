/** Twelve optional properties: the copy is built property by property. */
export interface Twelve {
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  list?: string[];
}

/** Thirteen optional properties: cloned, and then nested values are copied. */
export interface Thirteen {
  name: string;
  required: string[];
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  list?: string[];
  part?: Twelve;
}

/** Thirteen optional properties without nested values. */
export interface Flat {
  f1?: string;
  f2?: string;
  f3?: string;
  f4?: string;
  f5?: string;
  f6?: string;
  f7?: string;
  f8?: string;
  f9?: string;
  f10?: string;
  f11?: string;
  f12?: string;
  f13?: string;
}
