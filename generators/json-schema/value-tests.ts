import type { PlanInput } from "../../engine/plan/generator.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { Problem } from "../../engine/base/problem.js";
import { namedStringFormat } from "../../runtime/crd/index.js";
import { badPattern, patternsOf } from "../rules/crd/patterns.js";
import { formatFunction } from "../../runtime/rules/format-function.js";
import { formats } from "../rules/tags/format-names.js";

/** Tests of strings and patterns that need other npm packages. */
export interface ValueTests {
  /** Reports whether a string matches a pattern; undefined if this is unknown. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
  /** Returns the problem of a pattern that Go refuses; undefined also if this is unknown. */
  readonly badPattern: (pattern: string, marker: Marker) => Problem | undefined;
  /** Reports whether a string has a format; undefined if this is unknown. */
  readonly hasFormat: (format: string, text: string) => boolean | undefined;
}

const runtime = "@apimachinery/runtime/codegen/v1";

/** Returns tests that use the packages of the project. They are loaded when a test needs them. */
export function valueTests({ load }: PlanInput): ValueTests {
  return {
    matches(pattern, text) {
      try {
        return patternsOf({ load })?.pattern(pattern).matches(text);
      } catch {
        // The pattern itself is reported by another check.
        return undefined;
      }
    },
    badPattern: (pattern, marker) => badPattern(patternsOf({ load }), pattern, marker),
    hasFormat(format, text) {
      const { validate } = (load(runtime) ?? {}) as { readonly validate?: Readonly<Record<string, unknown>> };
      const isDeclarative = formats.includes(format);
      const test = validate?.[isDeclarative ? formatFunction(format) : (namedStringFormat(format) ?? "")];
      if (typeof test !== "function") return undefined;
      if (!isDeclarative) return Boolean((test as (text: string) => unknown)(text));
      const errors: unknown[] = [];
      (test as (fldPath: undefined, text: string, errors: unknown[]) => void)(undefined, text, errors);
      return errors.length === 0;
    },
  };
}
