import type { ScalarName } from "../../../engine/model/universe.js";
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

const uuid = "123e4567-e89b-42d3-a456-426614174000";

/**
 * Examples of formats. Every other format has the example `example`. Hyphens in names do not
 * matter.
 */
const texts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "k8s-extended-resource-name": "example.com/example",
    "k8s-prefixed-label-key": "example.com/example",
    "k8s-resource-fully-qualified-name": "example.com/example",
    "k8s-uuid": uuid,
    bsonobjectid: "507f1f77bcf86cd799439011",
    byte: "ZXhhbXBsZQ==",
    cidr: "192.0.2.0/24",
    creditcard: "4111111111111111",
    date: "2026-01-01",
    "date-time": "2026-01-01T00:00:00Z",
    duration: "1h0m0s",
    email: "user@example.com",
    hexcolor: "#336699",
    hostname: "example.com",
    ipv4: "192.0.2.1",
    ipv6: "2001:db8::1",
    isbn: "9780306406157",
    isbn10: "0306406152",
    isbn13: "9780306406157",
    mac: "00:00:5e:00:53:01",
    rgbcolor: "rgb(51,102,153)",
    ssn: "123-45-6789",
    uri: "https://example.com/",
    uuid,
    uuid3: "a3bb189e-8bf9-3888-9912-ace4e6543002",
    uuid4: uuid,
    uuid5: "a6edc906-2f9f-5fb2-a373-efac406f0ef2",
  }).map(([name, text]) => [name.replaceAll("-", ""), text]),
);

/** Returns a value of a scalar type that respects the rules, except for a pattern. */
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
  const formatted = rules.format === undefined ? undefined : texts.get(rules.format.replaceAll("-", ""));
  if (formatted !== undefined) return formatted;
  const long = "example".padEnd(countOf(rules, "minLength"), "-example");
  const longest = rules.limits.get("maxLength");
  const limited = typeof longest === "number" ? long.slice(0, longest) : long;
  // A string within the limits of the length must not end with a hyphen, which names do not allow.
  const found = limited.replace(/-$/, "e");
  return found === rules.not ? found.replace(/^./, "E") : found;
}
