import type { PlanInput } from "../../engine/plan/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Problem } from "../../engine/base/problem.js";
import { badPattern, patternsOf } from "../rules/crd/patterns.js";
import { formatFunction } from "../../runtime/rules/format-function.js";

/** Tests of strings and patterns that need other npm packages. */
export interface ValueTests {
  /** Returns the problem of a pattern that Go refuses; undefined also if this is unknown. */
  readonly badPattern: (pattern: string, marker: Marker) => Problem | undefined;
  /** Reports whether a string has a format of `+k8s:format`; undefined if this is unknown. */
  readonly hasFormat: (format: string, text: string) => boolean | undefined;
}

const runtime = "@apimachinery/runtime/codegen/v1";

/** Returns tests that use the packages of the project. They are loaded when a test needs them. */
export function valueTests({ load }: PlanInput): ValueTests {
  return {
    badPattern: (pattern, marker) => badPattern(patternsOf({ load }), pattern, marker),
    hasFormat(format, text) {
      const { validate } = (load(runtime) ?? {}) as { readonly validate?: Readonly<Record<string, unknown>> };
      const test = validate?.[formatFunction(format)];
      if (typeof test !== "function") return undefined;
      const errors: unknown[] = [];
      (test as (fldPath: undefined, text: string, errors: unknown[]) => void)(undefined, text, errors);
      return errors.length === 0;
    },
  };
}
