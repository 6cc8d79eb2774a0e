import type { JSONObject } from "@apimachinery/runtime";
import type { Version } from "./thing.js";

/** A sequence of operations on one object, which both implementations replay. */
export interface Case {
  readonly steps: readonly Step[];
}

/**
 * One operation. The kind decides which other properties count. `update` replaces the live object
 * by a copy with the properties of `object`, and `managers` only its managed fields.
 */
export interface Step {
  readonly kind: "update" | "apply" | "managers" | "validate" | "scale";
  readonly manager?: string;
  readonly version?: Version;
  readonly subresource?: string;
  readonly force?: boolean;
  readonly object?: JSONObject;
  /** The managed fields that a client sends: those of the live object, none, or `entries`. */
  readonly sent?: "live" | "none" | "entries";
  readonly entries?: JSONObject[];
}

/** The result of a step. */
export interface Outcome {
  readonly error?: string;
  readonly object?: unknown;
  readonly managed?: unknown;
}
