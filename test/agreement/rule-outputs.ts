import type { Rule, UpdateRule } from "../../runtime/schema/rule.js";

/** Form of a rule in an output. */
export type Cell =
  | { readonly as: "kept" }
  /** The output has another form with the same effect. */
  | { readonly as: "expressed"; readonly how: string }
  /** codegen reports at the marker that the output lacks the rule. */
  | { readonly as: "reported"; readonly code: string }
  /** The output has no place for the rule, and describes it only, or has no values to check. */
  | { readonly as: "outside"; readonly why: string };

export const outputs = ["server", "CRD", "OpenAPI", "proto", "fuzzers and samples", "import of a CRD"] as const;
export type Output = (typeof outputs)[number];

/** The names of rules in the table: their kinds, and each rule of updates. */
export type RuleName = Exclude<Rule["kind"], "update"> | `update=${UpdateRule}`;

type Row = { readonly [O in Output]: Cell };

/** The small type that has a rule of each name. Hand-written functions have none. */
export const examples: { readonly [N in Exclude<RuleName, "custom">]: string } = {
  required: "Required",
  optional: "Optional",
  forbidden: "Forbidden",
  minimum: "Minimum",
  maximum: "Maximum",
  multipleOf: "Numbers",
  minLength: "Lengths",
  maxLength: "Lengths",
  maxBytes: "MaxBytes",
  minItems: "ItemCounts",
  maxItems: "ByteCounts",
  minProperties: "PropertyCounts",
  maxProperties: "PropertyCounts",
  pattern: "Texts",
  format: "Formats",
  enum: "Constants",
  neq: "Neq",
  unique: "Unique",
  items: "EachVal",
  values: "EachVal",
  keys: "EachKey",
  item: "Item",
  subfield: "Subfield",
  option: "Options",
  union: "UnionMembers",
  zeroOrOneOf: "ZeroOrOne",
  atLeastOneOf: "AtLeastOne",
  dependentRequired: "DependentRequired",
  dependentForbidden: "DependentForbidden",
  mode: "Modes",
  embeddedResource: "EmbeddedRaw",
  cel: "CEL",
  fixed: "Fixed",
  "update=immutable": "Immutable",
  "update=NoSet": "NoSet",
  "update=NoUnset": "NoUnset",
  "update=NoModify": "NoModify",
  "update=NoAddItem": "NoAddItem",
  "update=NoRemoveItem": "NoRemoveItem",
  "update=monotonic": "Monotonic",
};

const kept: Cell = { as: "kept" };
export const cel: Cell = { as: "expressed", how: "CEL rule" };
const reported: Cell = { as: "reported", code: "crd/lost-rule" };
const noRules: Cell = { as: "outside", why: "no rules" };
const noKeyword: Cell = { as: "outside", why: "no keyword" };
const asCEL: Cell = { as: "expressed", how: "`XValidation`" };
const noUpdates: Cell = { as: "outside", why: "no updates" };

function expressed(how: string): Cell {
  return { as: "expressed", how };
}

/** A rule with a keyword of JSON Schema. */
const keyword: Row = {
  server: kept,
  CRD: kept,
  OpenAPI: kept,
  proto: noRules,
  "fuzzers and samples": kept,
  "import of a CRD": kept,
};

/** A rule that is a CEL rule in a cluster. */
const expression: Row = { ...keyword, CRD: cel, OpenAPI: noKeyword, "import of a CRD": asCEL };

/** A rule of updates. */
const change: Row = { ...expression, "fuzzers and samples": noUpdates };

/** A rule that only a server can check. */
const ofServer: Row = { ...expression, CRD: reported, "import of a CRD": noRules };

/** The form of each rule in each output. A new kind of rule does not compile without a row. */
export const ruleOutputs: { readonly [N in RuleName]: Row } = {
  required: { ...keyword, CRD: expressed("`required`, and a least size for properties without `?`") },
  optional: keyword,
  forbidden: {
    ...expression,
    CRD: expressed("`not` with `required`, or a greatest size of 0"),
    "import of a CRD": kept,
  },
  minimum: keyword,
  maximum: keyword,
  multipleOf: keyword,
  minLength: keyword,
  maxLength: keyword,
  maxBytes: expression,
  minItems: { ...keyword, CRD: expressed("kept; for bytes, limits of the base64 string") },
  maxItems: { ...keyword, CRD: expressed("kept; for bytes, limits of the base64 string") },
  minProperties: keyword,
  maxProperties: keyword,
  pattern: keyword,
  format: { ...keyword, CRD: expressed("kept if API servers know it, otherwise reported (`crd/lost-rule`)") },
  enum: keyword,
  neq: { ...expression, CRD: expressed("`not` with `enum`"), "import of a CRD": kept },
  unique: { ...keyword, CRD: expressed("list type; for an atomic list, a CEL rule") },
  items: { ...keyword, CRD: expressed("the rules of `items`") },
  values: { ...keyword, CRD: expressed("the rules of `additionalProperties`") },
  keys: expression,
  item: expression,
  subfield: { ...expression, CRD: expressed("the keywords of the property at this place"), "import of a CRD": kept },
  option: ofServer,
  union: expression,
  zeroOrOneOf: expression,
  atLeastOneOf: expression,
  dependentRequired: expression,
  dependentForbidden: expression,
  mode: expression,
  embeddedResource: keyword,
  cel: keyword,
  fixed: { ...ofServer, "fuzzers and samples": { as: "outside", why: "for tests" } },
  custom: { ...ofServer, "fuzzers and samples": expressed("values are repeated until the function accepts one") },
  "update=immutable": change,
  "update=NoSet": change,
  "update=NoUnset": change,
  "update=NoModify": change,
  "update=NoAddItem": change,
  "update=NoRemoveItem": change,
  "update=monotonic": change,
};

function textOf(cell: Cell, price: string): string {
  switch (cell.as) {
    case "kept":
      return "kept";
    case "expressed":
      return cell.how + price;
    case "reported":
      return `reported: \`${cell.code}\``;
    case "outside":
      return `– (${cell.why})`;
  }
}

/**
 * Returns the table of docs/rules.md.
 * @param priceOf returns the greatest estimated cost of the CEL rules of a small type
 */
export function tableText(priceOf: (type: string) => number | undefined): string {
  const lines = Object.entries(ruleOutputs).map(([name, row]) => {
    const cells = outputs.map((output) => {
      const price =
        output === "CRD" && row[output] === cel
          ? priceOf(Object.entries(examples).find(([one]) => one === name)?.[1] ?? "")
          : undefined;
      return textOf(row[output], price === undefined ? "" : `, cost ${String(price)}`);
    });
    return `| \`${name}\` | ${cells.join(" | ")} |`;
  });
  return [`| rule | ${outputs.join(" | ")} |`, `|${"---|".repeat(outputs.length + 1)}`, ...lines, ""].join("\n");
}
