import { numberRange } from "../scalars.js";
import type { ScalarName } from "../universe.js";

/** Reason why a literal is not valid for its type, with the problem code. */
export interface ScalarProblem {
  readonly code:
    | "defaults/wrong-type"
    | "defaults/not-a-member"
    | "defaults/out-of-range"
    | "defaults/unknown-property"
    | "defaults/missing-property"
    | "defaults/opaque-type";
  readonly text: string;
  readonly hint?: string;
}

const texts: { readonly [name: string]: { readonly form: RegExp; readonly words: string } } = {
  bytes: { form: /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, words: "a base64 string" },
  Time: {
    form: /^$|^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/,
    words: `a time such as "2024-01-31T09:30:00Z"`,
  },
  MicroTime: {
    form: /^$|^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)$/,
    words: `a time such as "2024-01-31T09:30:00.000000Z"`,
  },
  Duration: { form: /^[+-]?(0|((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)$/, words: `a duration such as "1m30s"` },
  Quantity: {
    form: /^[+-]?(\d+\.?\d*|\.\d+)(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?\d+)?$/,
    words: `a quantity such as "100m" or "1Gi"`,
  },
};

/**
 * Returns the reason why a JSON value is not valid for a scalar type; undefined for a valid value.
 */
export function literalProblem(name: ScalarName, value: unknown, at: string): ScalarProblem | undefined {
  const text = texts[name];
  const range = numberRange(name);
  const wrong = (words: string): ScalarProblem => ({
    code: "defaults/wrong-type",
    text: `${at} is ${JSON.stringify(value)}, not ${words}`,
  });
  if (text !== undefined) return typeof value === "string" && text.form.test(value) ? undefined : wrong(text.words);
  if (range?.whole === true) {
    if (typeof value !== "number" || (!Number.isInteger(value) && Number.isFinite(value)))
      return wrong(`an integer (${name})`);
    const { min, max } = range;
    if (value >= min && value <= max) return undefined;
    return {
      code: "defaults/out-of-range",
      text: `${at} is ${String(value)}, which is out of the range of ${name}`,
      hint: `the range of ${name} is ${String(min)} to ${String(max)}`,
    };
  }
  switch (name) {
    case "string":
      return typeof value === "string" ? undefined : wrong("a string");
    case "boolean":
      return typeof value === "boolean" ? undefined : wrong("true or false");
    case "float32":
    case "float64":
      return typeof value === "number" && Number.isFinite(value) ? undefined : wrong("a number");
    case "IntOrString":
      return typeof value === "string" || isInt32(value) ? undefined : wrong("an integer or a string");
    case "RawExtension":
    case "FieldsV1":
      return typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : wrong("an object");
    default:
      return undefined;
  }
}

function isInt32(value: unknown): boolean {
  return typeof value === "number" && value === (value | 0);
}
