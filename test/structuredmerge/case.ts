import type { JSONObject, JSONValue } from "@apimachinery/runtime";

/** A sequence of operations on one object, which both implementations replay. */
export interface Case {
  readonly schema: JSONObject;
  readonly returnInputOnNoop?: boolean;
  /** FieldsV1 objects that managers cannot own, by version. */
  readonly ignored?: Readonly<Record<string, readonly JSONValue[]>>;
  /** Prefixes of the paths that managers can own, by version. The text * is a wildcard. */
  readonly filters?: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly steps: readonly Step[];
}

/** One operation. The kind decides which other properties count. */
export interface Step {
  readonly kind: "update" | "apply" | "schema" | "values" | "sets" | "fromValue" | "order" | "parse" | "element";
  readonly manager?: string;
  readonly version?: string;
  readonly type?: string;
  readonly force?: boolean;
  readonly dups?: boolean;
  readonly object?: JSONValue;
  readonly other?: JSONValue;
  readonly schema?: JSONValue;
  readonly sets?: readonly string[];
  readonly text?: string;
  readonly parts?: readonly (readonly string[])[];
}

/** The result of a step. */
export interface Outcome {
  readonly error?: string;
  readonly object?: JSONValue;
  readonly same?: boolean;
  readonly managers?: Readonly<Record<string, { set: string; version: string; applied: boolean }>>;
  readonly values?: readonly JSONValue[];
}
