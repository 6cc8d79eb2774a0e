/** A keyword of a schema, with a value that is plain data. */
export interface JSONEntry {
  readonly kind: "json";
  readonly key: string;
  readonly value: unknown;
}

export function json(key: string, value: unknown): JSONEntry {
  return { kind: "json", key, value };
}
