import type { PlanInput } from "../../engine/generator.js";
import { textFormat } from "../validation/crd/formats.js";
import { formats } from "../validation/tags/format-functions.js";

/** Tests of texts that need other npm packages. */
export interface ValueTests {
  /** Reports whether a text matches a pattern; undefined if this is unknown. */
  readonly matches: (pattern: string, text: string) => boolean | undefined;
  /** Reports whether a text has a format; undefined if this is unknown. */
  readonly hasFormat: (format: string, text: string) => boolean | undefined;
}

const runtime = "@apimachinery/runtime/codegen/v1";

/** Returns tests that use the packages of the project. They are loaded when a test needs them. */
export function valueTests({ load }: PlanInput): ValueTests {
  return {
    matches(pattern, text) {
      const { RE2JS } = (load("re2js", "runtime") ?? {}) as { readonly RE2JS?: Engine };
      try {
        return RE2JS?.compile(pattern).test(text);
      } catch {
        // The pattern itself is reported.
        return undefined;
      }
    },
    hasFormat(format, text) {
      const { validate } = (load(runtime) ?? {}) as { readonly validate?: Readonly<Record<string, unknown>> };
      const declarative = formats.get(format);
      const test = validate?.[declarative ?? textFormat(format) ?? ""];
      if (typeof test !== "function") return undefined;
      if (declarative === undefined) return Boolean((test as (text: string) => unknown)(text));
      const errors: unknown[] = [];
      (test as (fldPath: undefined, text: string, errors: unknown[]) => void)(undefined, text, errors);
      return errors.length === 0;
    },
  };
}

interface Engine {
  readonly compile: (pattern: string) => { readonly test: (text: string) => boolean };
}
