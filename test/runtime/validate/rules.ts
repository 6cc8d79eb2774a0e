import {
  canonicalQuantity,
  field,
  validation,
  type ErrorList,
  type FieldPath,
  type Operation,
} from "@apimachinery/runtime";
import type { AnyRule, Identity } from "../../../runtime/rules/type-rules.js";
import { fieldValue } from "../../../runtime/rules/value.js";
import type { LimitKind } from "../../../runtime/schema/rule.js";
import type { FieldShape, TypeSchema } from "../../../runtime/schema/schema.js";
import { semanticEqual } from "../../../runtime/schema/semantic-equal.js";
import { checkOf } from "../../../runtime/validator/checks.js";
import { outcome } from "../vectors.js";

export interface Pair {
  readonly name: string;
  readonly port?: number;
  readonly note: string;
}

/** Arguments for one call of a rule, in the JSON format that the Go program in `judge/` reads. */
export interface Case {
  readonly Rule: string;
  readonly Update: boolean;
  readonly Options: Readonly<Record<string, boolean>>;
  readonly Text: string;
  readonly Limit: number;
  readonly Number: number;
  readonly Old: number | null;
  readonly List: readonly string[];
  readonly OldList: readonly string[];
  readonly Pairs: readonly Pair[];
  readonly OldPairs: readonly Pair[];
  readonly Map: Readonly<Record<string, string>>;
  readonly OldMap: Readonly<Record<string, string>>;
  readonly Set: readonly boolean[];
  readonly OldSet: readonly boolean[] | null;
  readonly Mode: string;
  readonly OldMode: string;
  readonly Values: readonly string[];
  readonly Exclude: readonly { readonly Value: string; readonly Option: string; readonly WhenEnabled: boolean }[];
}

type Errors = ErrorList[number][];
type Rule = (op: Operation, path: FieldPath, input: Case, errors: Errors) => void;

const text = { type: "string" } as const;
const number = { type: "int32" } as const;
const texts = { type: "list", items: text } as const;
const map = { type: "map", values: text } as const;
const pair: TypeSchema = { name: "Pair", fields: { name: text, port: { ...number, optional: true }, note: text } };
const pairs = { type: "list", items: { type: "ref", to: () => pair } } as const;
const flag = { type: "boolean", optional: true } as const;
const object: TypeSchema = { name: "Object", fields: { a: flag, b: flag, c: flag, mode: text } };
const objects = { type: "ref", to: () => object } as const;
const keys = { keys: ["name", "port"] };

const visit = (_op: unknown, path: unknown) => [field.invalid(path as FieldPath, null, "visited")];
const visited = [{ kind: "custom", name: "visit" }] as const;

/** A rule, the type of its value, the value, and the value before an update. */
type Applied = readonly [rule: AnyRule, of: FieldShape, value: unknown, old?: unknown, identity?: Identity];

/** Applies rules as a validator does. */
const checked =
  (applied: (input: Case) => readonly Applied[]): Rule =>
  (op, path, input, errors) => {
    const environment = {
      functionOf: () => () => undefined,
      handWritten: () => visit as never,
      pattern: () => ({}) as never,
    };
    for (const [rule, of, value, old, identity] of applied(input))
      checkOf(rule, { of: fieldValue(of), identity, environment })(op, path, value, old, errors);
  };
const format = (name: string): Rule => checked(({ Text }) => [[{ kind: "format", format: name }, text, Text]]);
const limit = (kind: LimitKind, of: FieldShape, value: (input: Case) => unknown): Rule =>
  checked((input) => [[{ kind, limit: input.Limit }, of, value(input)]]);
const members = ["a", "b", "c"].map((name) => ({ name, value: name.toUpperCase() }));
const objectOf = (set: readonly boolean[], mode: string) => ({
  ...Object.fromEntries(["a", "b", "c"].flatMap((name, at) => (set[at] === true ? [[name, true]] : []))),
  mode,
});
const ofObjects = (rule: AnyRule): Rule =>
  checked(({ Set, OldSet, Mode, OldMode }) => [
    [rule, objects, objectOf(Set, Mode), OldSet === null ? undefined : objectOf(OldSet, OldMode)],
  ]);

/** Checks of names, in the order of the Go program. */
const names: readonly ((value: string) => readonly string[])[] = [
  validation.isDNS1123Label,
  validation.isDNS1123Subdomain,
  validation.isDNS1123SubdomainWithUnderscore,
  validation.isDNS1035Label,
  validation.isWildcardDNS1123Subdomain,
  validation.isCIdentifier,
  validation.isValidPortName,
  validation.isValidPercent,
  validation.isHTTPHeaderName,
  validation.isEnvVarName,
  validation.isRelaxedEnvVarName,
  validation.isConfigMapKey,
];

/** Rules as they are in schemas, by their names in the Go program. */
export const rules: Readonly<Record<string, Rule>> = {
  shortName: format("k8s-short-name"),
  longName: format("k8s-long-name"),
  longNameCaseless: format("k8s-long-name-caseless"),
  labelKey: format("k8s-label-key"),
  prefixedLabelKey: format("k8s-prefixed-label-key"),
  labelValue: format("k8s-label-value"),
  pathSegmentName: format("k8s-path-segment-name"),
  uuid: format("k8s-uuid"),
  extendedResourceName: format("k8s-extended-resource-name"),
  resourcePoolName: format("k8s-resource-pool-name"),
  resourceFullyQualifiedName: format("k8s-resource-fully-qualified-name"),
  minLength: limit("minLength", text, ({ Text }) => Text),
  maxLength: limit("maxLength", text, ({ Text }) => Text),
  maxBytes: limit("maxBytes", text, ({ Text }) => Text),
  minItems: limit("minItems", texts, ({ List }) => List),
  maxItems: limit("maxItems", texts, ({ List }) => List),
  minProperties: limit("minProperties", map, ({ Map }) => Map),
  maxProperties: limit("maxProperties", map, ({ Map }) => Map),
  minimum: limit("minimum", number, ({ Number }) => Number),
  maximum: limit("maximum", number, ({ Number }) => Number),
  monotonic: checked(({ Number, Old }) => [[{ kind: "update", only: "monotonic" }, number, Number, Old ?? undefined]]),
  neq: checked(({ Text, Mode, Number, Limit }) => [
    [{ kind: "neq", value: Mode }, text, Text],
    [{ kind: "neq", value: Limit }, number, Number],
  ]),
  enum: checked(({ Text, Values, Exclude }) => {
    const exclusions = Exclude.map(({ Value, Option, WhenEnabled }) => ({
      value: Value,
      option: Option,
      whenEnabled: WhenEnabled,
    }));
    return [[{ kind: "enum", values: Values, exclusions }, text, Text]];
  }),
  uniqueTexts: checked(({ List }) => [[{ kind: "unique" }, texts, List]]),
  uniquePairs: checked(({ Pairs }) => [[{ kind: "unique", ...keys }, pairs, Pairs]]),
  uniqueWhole: checked(({ Pairs }) => [[{ kind: "unique" }, pairs, Pairs]]),
  eachText: checked(({ List, OldList }) => [[{ kind: "items", rules: visited }, texts, List, OldList, {}]]),
  eachPair: checked(({ Pairs, OldPairs }) => [[{ kind: "items", rules: visited }, pairs, Pairs, OldPairs, keys]]),
  eachUncorrelated: checked(({ Pairs, OldPairs }) => [[{ kind: "items", rules: visited }, pairs, Pairs, OldPairs]]),
  eachValue: checked(({ Map, OldMap }) => [[{ kind: "values", rules: visited }, map, Map, OldMap]]),
  eachKey: checked(({ Map, OldMap }) => [[{ kind: "keys", rules: visited }, map, Map, OldMap]]),
  item: checked(({ Pairs, OldPairs, Text }) => [
    [{ kind: "item", where: { name: Text }, rules: visited }, pairs, Pairs, OldPairs],
  ]),
  updateList: checked(({ List, OldList }) => [
    [{ kind: "update", only: "NoAddItem" }, texts, List, OldList],
    [{ kind: "update", only: "NoRemoveItem" }, texts, List, OldList],
  ]),
  updateMap: checked(({ Map, OldMap }) => [
    [{ kind: "update", only: "NoAddItem" }, map, Map, OldMap],
    [{ kind: "update", only: "NoRemoveItem" }, map, Map, OldMap],
  ]),
  union: ofObjects({ kind: "union", members }),
  zeroOrOneOf: ofObjects({ kind: "zeroOrOneOf", members }),
  discriminatedUnion: ofObjects({ kind: "union", members, discriminator: "mode" }),
  dependentRequired: ofObjects({ kind: "dependentRequired", trigger: "a", dependent: "b" }),
  dependentForbidden: ofObjects({ kind: "dependentForbidden", trigger: "a", dependent: "b" }),
  immutable: checked(({ Pairs, OldPairs, Map, OldMap }) => {
    const rule = { kind: "update", only: "immutable" } as const;
    const isSame = [semanticEqual(Pairs, OldPairs), semanticEqual(Map, OldMap, map)];
    return isSame.flatMap((same): Applied[] => (same ? [] : [[rule, pairs, Pairs, OldPairs]]));
  }),
  mode: checked(({ Set, OldSet, Mode, OldMode }) => {
    const cases = [
      { value: "A", rules: visited },
      { value: "B", rules: [] },
    ];
    // A string that is never empty, so that a mode without a case always forbids it.
    const objectIn = (set: readonly boolean[], mode: string) => ({ a: String(set[0] === true), mode });
    const type: TypeSchema = { name: "Object", fields: { a: text, mode: text } };
    const old = OldSet === null ? undefined : objectIn(OldSet, OldMode);
    const rule = { kind: "mode", name: "a", discriminator: "mode", cases } as const;
    return [[rule, { type: "ref", to: () => type }, objectIn(Set, Mode), old]];
  }),
  names: (_op, path, { Text }, errors) => {
    for (const problem of names.flatMap((check) => check(Text))) errors.push(field.invalid(path, null, problem));
  },
  quantity: (_op, path, { Text }, errors) => {
    const [result, error] = outcome(() => canonicalQuantity(Text));
    errors.push(field.invalid(path, null, result ?? error ?? ""));
  },
  option: checked(({ Mode, Number, Text }) => [
    [{ kind: "option", option: Mode, enabled: Number === 1, rules: visited }, text, Text],
  ]),
};
