import {
  canonicalQuantity,
  field,
  validation,
  type ErrorList,
  type FieldPath,
  type Operation,
} from "@apimachinery/runtime";
import { validate } from "@apimachinery/runtime/codegen/v1";
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

interface Members {
  readonly set: readonly boolean[];
  readonly mode: string;
}

type Errors = ErrorList[number][];
type Rule = (op: Operation, path: FieldPath, input: Case, errors: Errors) => void;

const format =
  (check: validate.Format): Rule =>
  (_op, path, { Text }, errors) => {
    check(path, Text, errors);
  };
const checked =
  (error: (path: FieldPath, input: Case) => ErrorList[number] | false): Rule =>
  (_op, path, input, errors) => {
    const found = error(path, input);
    if (found !== false) errors.push(found);
  };
const visit: validate.Validator<unknown> = (_op, path, _value, _old, errors) => {
  errors.push(field.invalid(path, null, "visited"));
};
const isSame = (left: string, right: string) => left === right;
const pairKey = ({ name, port }: Pair) => validate.compositeKey(name, port);
const isSet = (at: number) => (obj: Members) => obj.set[at] === true;
const members: readonly validate.UnionMember<Members>[] = ["a", "b", "c"].map((name, at) => ({
  name,
  value: name.toUpperCase(),
  isSet: isSet(at),
}));
const dependency = { name: "a", isSet: isSet(0), dependent: { name: "b", isSet: isSet(1) } };
const objects = ({ Set, OldSet, Mode, OldMode }: Case): readonly [Members, Members | undefined] => [
  { set: Set, mode: Mode },
  OldSet === null ? undefined : { set: OldSet, mode: OldMode },
];

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

/** Functions that call the library's rules in the same way as generated code. */
export const rules: Readonly<Record<string, Rule>> = {
  shortName: format(validate.shortName),
  longName: format(validate.longName),
  longNameCaseless: format(validate.longNameCaseless),
  labelKey: format(validate.labelKey),
  prefixedLabelKey: format(validate.prefixedLabelKey),
  labelValue: format(validate.labelValue),
  pathSegmentName: format(validate.pathSegmentName),
  uuid: format(validate.uuid),
  extendedResourceName: format(validate.extendedResourceName),
  resourcePoolName: format(validate.resourcePoolName),
  resourceFullyQualifiedName: format(validate.resourceFullyQualifiedName),
  minLength: checked(
    (path, { Text, Limit }) => validate.isShorter(Text, Limit) && validate.minLength(path, Text, Limit),
  ),
  maxLength: checked((path, { Text, Limit }) => validate.isLonger(Text, Limit) && validate.maxLength(path, Limit)),
  maxBytes: checked((path, { Text, Limit }) => validate.hasMoreBytes(Text, Limit) && validate.maxBytes(path, Limit)),
  minItems: checked((path, { List, Limit }) => List.length < Limit && validate.minItems(path, List.length, Limit)),
  maxItems: checked((path, { List, Limit }) => List.length > Limit && validate.maxItems(path, List.length, Limit)),
  minProperties: checked(
    (path, { Map, Limit }) => validate.sizeOf(Map) < Limit && validate.minProperties(path, validate.sizeOf(Map), Limit),
  ),
  maxProperties: checked(
    (path, { Map, Limit }) => validate.sizeOf(Map) > Limit && validate.maxProperties(path, validate.sizeOf(Map), Limit),
  ),
  minimum: checked((path, { Number, Limit }) => Number < Limit && validate.minimum(path, Number, Limit)),
  maximum: checked((path, { Number, Limit }) => Number > Limit && validate.maximum(path, Number, Limit)),
  monotonic: (op, path, { Number, Old }, errors) => {
    if (op.type === "Update" && Old !== null && Number < Old) errors.push(validate.monotonic(path, Number, Old));
  },
  neq: (_op, path, { Text, Mode, Number, Limit }, errors) => {
    if (Text === Mode) errors.push(validate.neq(path, Text));
    if (Number === Limit) errors.push(validate.neq(path, Number));
  },
  enum: (op, path, { Text, Values, Exclude }, errors) => {
    const exclusions = Exclude.map(({ Value, Option, WhenEnabled }) => ({
      value: Value,
      option: Option,
      whenEnabled: WhenEnabled,
    }));
    validate.enumeration(op, path, Text, new Set(Values), exclusions, errors);
  },
  uniqueTexts: (_op, path, { List }, errors) => {
    validate.unique(path, List, validate.itself, errors);
  },
  uniquePairs: (_op, path, { Pairs }, errors) => {
    validate.unique(path, Pairs, pairKey, errors);
  },
  uniqueWhole: (_op, path, { Pairs }, errors) => {
    validate.unique(path, Pairs, validate.wholeValue, errors);
  },
  eachText: (op, path, { List, OldList }, errors) => {
    validate.eachItem(op, path, List, OldList, { keyOf: validate.itself }, visit, errors);
  },
  eachPair: (op, path, { Pairs, OldPairs }, errors) => {
    const correlation = { keyOf: pairKey, equal: validate.semanticEqual };
    validate.eachItem(op, path, Pairs, OldPairs, correlation, visit, errors);
  },
  eachUncorrelated: (op, path, { Pairs, OldPairs }, errors) => {
    validate.eachItem(op, path, Pairs, OldPairs, undefined, visit, errors);
  },
  eachValue: (op, path, { Map, OldMap }, errors) => {
    validate.eachValue(op, path, Map, OldMap, isSame, visit, errors);
  },
  eachKey: (op, path, { Map, OldMap }, errors) => {
    validate.eachKey(op, path, Map, OldMap, visit, errors);
  },
  item: (op, path, { Pairs, OldPairs, Text }, errors) => {
    validate.item(op, path, Pairs, OldPairs, ({ name }) => name === Text, validate.semanticEqual, visit, errors);
  },
  updateList: (op, path, { List, OldList }, errors) => {
    if (op.type !== "Update") return;
    validate.noAddItem(path, List, OldList, validate.itself, errors);
    validate.noRemoveItem(path, List, OldList, validate.itself, errors);
  },
  updateMap: (op, path, { Map, OldMap }, errors) => {
    if (op.type !== "Update") return;
    validate.noAddKey(path, Map, OldMap, errors);
    validate.noRemoveKey(path, Map, OldMap, errors);
  },
  union: (op, path, input, errors) => {
    validate.union(op, path, ...objects(input), members, errors);
  },
  zeroOrOneOf: (op, path, input, errors) => {
    validate.zeroOrOneOf(op, path, ...objects(input), members, errors);
  },
  discriminatedUnion: (op, path, input, errors) => {
    const discriminator = { name: "mode", of: (obj: Members) => obj.mode };
    validate.discriminatedUnion(op, path, ...objects(input), discriminator, members, errors);
  },
  dependentRequired: (op, path, input, errors) => {
    validate.dependentRequired(op, path, ...objects(input), dependency, errors);
  },
  dependentForbidden: (op, path, input, errors) => {
    validate.dependentForbidden(op, path, ...objects(input), dependency, errors);
  },
  immutable: (op, path, { Pairs, OldPairs, Map, OldMap }, errors) => {
    if (op.type !== "Update") return;
    if (!validate.semanticEqual(Pairs, OldPairs)) errors.push(validate.immutable(path));
    if (!validate.equalMaps(Map, OldMap)) errors.push(validate.immutable(path));
  },
  mode: (op, path, input, errors) => {
    const [obj, old] = objects(input);
    const check: validate.ModeValidator<boolean> = (_op, at, _value, _old, found, mode) => {
      if (mode === "A") visit(op, at, undefined, undefined, found);
      else if (mode !== "B") found.push(validate.forbidden(at));
    };
    validate.mode(op, path, obj, old, "a", isSet(0), validate.directEqual, ({ mode }) => mode, check, errors);
  },
  names: (_op, path, { Text }, errors) => {
    for (const problem of names.flatMap((check) => check(Text))) errors.push(field.invalid(path, null, problem));
  },
  quantity: (_op, path, { Text }, errors) => {
    const [result, error] = outcome(() => canonicalQuantity(Text));
    errors.push(field.invalid(path, null, result ?? error ?? ""));
  },
  option: (op, path, { Mode, Number, Text }, errors) => {
    if (validate.hasOption(op, path, Mode, Number === 1, errors)) visit(op, path, Text, undefined, errors);
  },
};
