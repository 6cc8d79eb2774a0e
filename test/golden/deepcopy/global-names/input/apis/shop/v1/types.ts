/** Types with names of the language's own types, which generated code uses too. */
export interface Record {
  maps: { [key: string]: { [key: string]: string } };
  part?: { names: string[] };
}

export interface NonNullable {
  inner?: { records: Record[] };
}

export type Extract = { type: "a"; a: Object } | { type: "b"; b: Array };

export interface Object {
  map: { [key: string]: Array };
}

export interface Array {
  items: string[];
}
