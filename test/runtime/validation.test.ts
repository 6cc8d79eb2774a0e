import {
  field,
  fields,
  getScaledValueFromIntOrPercent,
  intValueOf,
  labels,
  parseGroupKind,
  parseGroupResource,
  parseKindArg,
  parseResourceArg,
  validation,
} from "@apimachinery/runtime";
import { describe, expect, test } from "vitest";
import { outcome, vectors } from "./vectors.js";

const path = field.newPath("f");

interface Vectors {
  readonly texts: readonly string[];
  /**
   * The different results. A result is a list of error texts, or a list of the parts of a value.
   */
  readonly results: readonly (readonly string[])[];
  /**
   * For each function, a list with one number for each of `texts`: the index of the function's
   * result in `results`.
   */
  readonly functions: Readonly<Record<string, readonly number[]>>;
  readonly numbers: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly intValue: readonly (readonly [text: string, value: string, percentOfHundred: string, error: string])[];
}
const { texts, results, functions, numbers, intValue } = vectors("validation") as Vectors;

type Run = (text: string) => readonly string[];
const ofField =
  (check: (at: field.Path, text: string) => readonly field.FieldError[]): Run =>
  (text) =>
    check(path, text).map(field.errorText);
const argument =
  (parse: typeof parseResourceArg | typeof parseKindArg): Run =>
  (text) => {
    const { withVersion, withoutVersion } = parse(text);
    return [withoutVersion, withVersion ?? {}].flatMap((parts): unknown[] => Object.values(parts)).map(String);
  };

const ours: Readonly<Record<string, Run>> = {
  isDNS1123Label: validation.isDNS1123Label,
  isDNS1123Subdomain: validation.isDNS1123Subdomain,
  isDNS1123SubdomainWithUnderscore: validation.isDNS1123SubdomainWithUnderscore,
  isDNS1035Label: validation.isDNS1035Label,
  isWildcardDNS1123Subdomain: validation.isWildcardDNS1123Subdomain,
  isCIdentifier: validation.isCIdentifier,
  isValidPortName: validation.isValidPortName,
  isValidPercent: validation.isValidPercent,
  isHTTPHeaderName: validation.isHTTPHeaderName,
  isEnvVarName: validation.isEnvVarName,
  isRelaxedEnvVarName: validation.isRelaxedEnvVarName,
  isConfigMapKey: validation.isConfigMapKey,
  isQualifiedName: validation.isLabelKey,
  isValidLabelValue: validation.isLabelValue,
  isValidIP: ofField(validation.isValidIP),
  isValidCIDR: ofField(validation.isValidCIDR),
  isValidIPForLegacyField: ofField((at, text) => validation.isValidIPForLegacyField(at, text, false)),
  isValidIPForLegacyFieldStrict: ofField((at, text) => validation.isValidIPForLegacyField(at, text, true)),
  isValidCIDRForLegacyField: ofField((at, text) => validation.isValidCIDRForLegacyField(at, text, false)),
  isValidCIDRForLegacyFieldStrict: ofField((at, text) => validation.isValidCIDRForLegacyField(at, text, true)),
  isValidInterfaceAddress: ofField(validation.isValidInterfaceAddress),
  getWarningsForIP: (text) => validation.getWarningsForIP(path, text),
  getWarningsForCIDR: (text) => validation.getWarningsForCIDR(path, text),
  isFullyQualifiedName: ofField(validation.isFullyQualifiedName),
  isFullyQualifiedDomainName: ofField(validation.isFullyQualifiedDomainName),
  isDomainPrefixedPath: ofField(validation.isDomainPrefixedPath),
  isDomainPrefixedKey: ofField(validation.isDomainPrefixedKey),
  parseResourceArg: argument(parseResourceArg),
  parseKindArg: argument(parseKindArg),
  parseGroupResource: (text) => Object.values(parseGroupResource(text)).map(String),
  parseGroupKind: (text) => Object.values(parseGroupKind(text)).map(String),
  convertSelectorToLabelsMap: (text) => {
    const [map, error] = outcome(() => labels.labelsText(labels.convertSelectorToLabelsMap(text)));
    return error === null ? [map ?? ""] : ["error", error];
  },
  oneTermEqualSelector: (text) => [fields.selectorText(fields.oneTermEqualSelector("a", text))],
};

describe("results are those of Kubernetes' functions", () => {
  test.each(Object.entries(functions))("%s", (name, indexes) => {
    const run = ours[name];
    const rows = texts.map((text, i) => [text, results[indexes[i] ?? -1]]);
    expect(texts.map((text) => [text, run?.(text)])).toEqual(rows);
  });

  test("ranges of numbers are those of Kubernetes", () => {
    const { isValidPortNum, isValidGroupID, isValidUserID, isInRange } = validation;
    const run = {
      isValidPortNum,
      isValidGroupID,
      isValidUserID,
      isInRange: (value: number) => isInRange(value, -5, 10),
    };
    for (const [name, check] of Object.entries(run)) {
      const rows = numbers[name] ?? {};
      expect(Object.fromEntries(Object.keys(rows).map((value) => [value, check(Number(value))])), name).toEqual(rows);
    }
  });

  test.each(intValue)("the value of the string %j, and its percentage of 100", (text, value, percent, error) => {
    expect(intValueOf(text)).toBe(Number(value));
    const [scaled, problem] = outcome(() => getScaledValueFromIntOrPercent(text, 100, true));
    expect([scaled ?? 0, problem ?? ""]).toEqual([Number(percent), error]);
  });
});

test("values of the old object stay valid", () => {
  expect(validation.isValidIPForLegacyField(path, "01.2.3.4", true, ["01.2.3.4"])).toEqual([]);
  expect(validation.isValidCIDRForLegacyField(path, "1.2.3.4/24", true, ["1.2.3.4/24"])).toEqual([]);
  const matcher = new field.ErrorMatcher().byType().byField().byOrigin();
  const want = field.withOrigin(field.invalid(path, "x", ""), "format=ip-sloppy");
  matcher.test([want], validation.isValidIPForLegacyField(path, "x", true, ["y"]));
});

describe("sets of labels", () => {
  test("are printed, compared and merged", () => {
    expect([labels.labelsText({ b: "2", a: "1" }), labels.formatLabels({}), labels.formatLabels({ a: "1" })]).toEqual([
      "a=1,b=2",
      "<none>",
      "a=1",
    ]);
    expect([
      labels.conflicts({ a: "1" }, { a: "2", b: "1" }),
      labels.conflicts({ a: "1" }, { b: "1" }),
      labels.conflicts({}, {}),
    ]).toEqual([true, false, false]);
    expect(labels.merge({ a: "1", b: "1" }, { b: "2", c: "3" })).toEqual({ a: "1", b: "2", c: "3" });
    expect([
      labels.equals({ a: "1" }, { a: "1" }),
      labels.equals({ a: "1" }, { b: "1" }),
      labels.equals({}, { a: "" }),
    ]).toEqual([true, false, false]);
  });

  test("become selectors, with or without validation", () => {
    expect(labels.selectorText(labels.validatedSelectorFromSet({ b: "2", a: "1" }))).toBe("a=1,b=2");
    expect(() => labels.validatedSelectorFromSet({ "a b": "1" })).toThrow('key: Invalid value: "a b"');
  });
});

test("a field selector is transformed, and empty requirements are removed", () => {
  const selector = fields.parse("a=1,b!=2,c=3");
  const changed = fields.transform(selector, (name, value) => (name === "c" ? ["", ""] : [`x.${name}`, `${value}0`]));
  expect(fields.selectorText(changed)).toBe("x.a=10,x.b!=20");
});
