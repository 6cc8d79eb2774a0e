import type { ScalarName } from "../../../engine/model/universe.js";
import { stringSample } from "../../../runtime/crd/index.js";
import { countOf, type SampleRules } from "./rules.js";

const values: { readonly [name in ScalarName]?: unknown } = {
  string: "example",
  boolean: true,
  bytes: "ZXhhbXBsZQ==",
  Time: "2026-01-01T00:00:00Z",
  MicroTime: "2026-01-01T00:00:00.000000Z",
  Duration: "1h0m0s",
  Quantity: "1",
  IntOrString: 1,
  RawExtension: {},
  FieldsV1: {},
  any: {},
};

/**
 * Sample strings for formats of `+k8s:format` to which a plain name such as `example` does not
 * conform.
 */
const texts: Readonly<Record<string, string>> = {
  "k8s-extended-resource-name": "example.com/example",
  "k8s-prefixed-label-key": "example.com/example",
  "k8s-resource-fully-qualified-name": "example.com/example",
  "k8s-uuid": "123e4567-e89b-42d3-a456-426614174000",
};

/** Returns a scalar value that follows the rules, except for a pattern. */
export function scalarWithin(name: ScalarName, rules: SampleRules): unknown {
  const value = values[name] ?? 1;
  if (typeof value === "number") return numberWithin(value, rules);
  if (name === "boolean") return rules.not !== true;
  return name === "string" ? textWithin(rules) : value;
}

function numberWithin(value: number, { limits, not }: SampleRules): number {
  const limit = (keyword: string): number | undefined => {
    const found = limits.get(keyword);
    return typeof found === "number" ? found : undefined;
  };
  const step = limit("multipleOf") ?? 1;
  const [minimum, maximum] = [limit("minimum"), limit("maximum")];
  const least = minimum === undefined ? undefined : minimum + (limits.get("exclusiveMinimum") === true ? step : 0);
  const most = maximum === undefined ? undefined : maximum - (limits.get("exclusiveMaximum") === true ? step : 0);
  const near = Math.min(Math.max(value, least ?? value), most ?? Infinity);
  const up = Math.ceil(near / step) * step;
  const found = up > (most ?? up) ? up - step : up;
  if (found !== not) return found;
  return found + step > (most ?? Infinity) ? found - step : found + step;
}

function textWithin(rules: SampleRules): string {
  const { format = "" } = rules;
  // Only a string without a fixed format can follow the limits of the length.
  const formatted = format.startsWith("k8s-") ? texts[format] : stringSample(format);
  if (formatted !== undefined) return formatted;
  const long = "example".padEnd(countOf(rules, "minLength"), "-example");
  const longest = rules.limits.get("maxLength");
  const limited = typeof longest === "number" ? long.slice(0, longest) : long;
  // A cut string can end in a hyphen, which names do not allow.
  const found = limited.replace(/-$/, "e");
  return found === rules.not ? found.replace(/^./, "E") : found;
}
