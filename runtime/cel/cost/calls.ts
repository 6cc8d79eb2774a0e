import { authorizationCost, characterCost, makingCosts, patternCharacterCost } from "../base/prices.js";
import type { ExpressionType } from "../types/type.js";
import { nodeSize, type CostNode, type SizeOf } from "./node.js";
import { bounded, fixedRange, one, product, scaled, sum, unbounded, unknown, type SizeRange } from "./range.js";
import { CostPath } from "./path.js";

/** The cost of a call without the cost of its operands, and the size of its result. */
export interface CallCost {
  readonly cost: SizeRange;
  readonly size?: SizeRange | undefined;
}

/** A call whose cost is estimated. */
export interface PricedCall {
  readonly overload: string;
  /** The receiver of a method, and the arguments. */
  readonly operands: readonly CostNode[];
  readonly sizeOf: SizeOf;
}

/**
 * Returns the cost of a call, given the sizes of its operands. Returns undefined if the estimate of
 * the standard library applies.
 */
type Estimate = (sizes: readonly SizeRange[], call: PricedCall) => CallCost | undefined;

const longestFormat = 64n;
const longestPattern = 128;

function group(estimate: Estimate, names: string): readonly (readonly [string, Estimate])[] {
  return names.split(" ").map((name) => [name, estimate] as const);
}

/**
 * Cost estimates for the functions of Kubernetes' libraries and of cel-go's extensions, by function
 * name or overload identifier.
 */
const ofLibraries: ReadonlyMap<string, Estimate> = new Map([
  ...group(() => ({ cost: fixedRange(BigInt(authorizationCost)) }), "check"),
  ...group(selectorCost, "fieldSelector labelSelector"),
  ...group(searchCost, "isSorted sum max min indexOf lastIndexOf includes"),
  ...group(([text = unknown]) => ({ cost: reading(text), size: text }), "url lowerAscii upperAscii substring trim"),
  ...group(([text = unknown]) => ({ cost: reading(text) }), "string_to_ip cidr isIP isCIDR quantity isQuantity"),
  ...group(([text = unknown]) => ({ cost: reading(text) }), "semver isSemver"),
  ...group(([text = unknown]) => ({ cost: reading(text, 2) }), "ip.isCanonical"),
  ...group(replaceCost, "replace"),
  ...group(splitCost, "split"),
  ...group(joinCost, "join"),
  ...group(findCost, "find findAll"),
  ...group(containsIPCost, "containsIP"),
  ...group(containsCIDRCost, "containsCIDR"),
  ...group(
    ([, text = unknown]) => ({ cost: scaled(reading(text), longestPattern * patternCharacterCost) }),
    "validate",
  ),
  ...group(equalsCost, "_==_"),
  ...group(setsCost(1), "list_sets_contains_list list_sets_intersects_list"),
  ...group(setsCost(2), "list_sets_equivalent_list"),
  ...group(sliceCost, "list_slice"),
  ...group(flattenCost, "flatten"),
  ...group((_, { operands: [count] }) => listCost(1, fixedRange(positiveInt(count) ?? unbounded)), "lists_range"),
  ...group(([list = unknown]) => listCost(1, list), "list_reverse"),
  ...group(([list = unknown]) => listCost(2, product(list, list)), "list_distinct"),
  ...group(([list = unknown], call) => sortCost(list, call), "sort"),
  ...group(([, keys = unknown], call) => sortCost(keys, call), "@sortByAssociatedKeys"),
]);

/** Cost estimates for the functions of the standard library, by overload identifier. */
const ofStandard: ReadonlyMap<string, Estimate> = new Map([
  ...group(([text = unknown]) => ({ cost: reading(text) }), "string_format"),
  ...group(([text = unknown]) => ({ cost: reading(text), size: wrapped(text.min, text.max * 4n) }), "string_to_bytes"),
  ...group(
    ([bytes = unknown]) => ({ cost: reading(bytes), size: { ...bytes, min: bytes.min / 4n } }),
    "bytes_to_string",
  ),
  ...group(
    ([text = unknown]) => ({ cost: reading(text), size: wrapped(text.min + 2n, text.max * 2n + 2n) }),
    "strings_quote",
  ),
  ...group(([, part = unknown]) => ({ cost: reading(part) }), "starts_with_string ends_with_string"),
  ...group(([, list = unknown]) => ({ cost: scaled(list, 1) }), "in_list"),
  ...group(([text = unknown, pattern = unknown]) => ({ cost: matchCost(text, pattern) }), "matches matches_string"),
  ...group(([text = unknown, part = unknown]) => ({ cost: product(reading(text), reading(part)) }), "contains_string"),
  ...group(([a = unknown, b = unknown]) => ({ cost: reading(sum(a, b)), size: sum(a, b) }), "add_string add_bytes"),
  ...group(([a = unknown, b = unknown]) => ({ cost: one, size: sum(a, b) }), "add_list"),
  ...group(
    comparisonCost,
    ["equals", "not_equals", ...["less", "less_equals", "greater", "greater_equals"].flatMap(ofTexts)].join(" "),
  ),
]);

function ofTexts(operator: string): readonly string[] {
  return [`${operator}_string`, `${operator}_bytes`];
}

/** Returns the cost of a call of a function; 1 for a function without an estimate. */
export function callEstimate(name: string, call: PricedCall): CallCost {
  const sizes = call.operands.map((node) => nodeSize(node, call.sizeOf));
  const own = (ofLibraries.get(call.overload) ?? ofLibraries.get(name))?.(sizes, call);
  if (own !== undefined) return own;
  const computed = call.operands.map(({ size = unknown }) => size);
  return ofStandard.get(call.overload)?.(computed, call) ?? { cost: one };
}

function reading(size: SizeRange, factor = 1): SizeRange {
  return scaled(size, factor * characterCost);
}

function selectorCost([, selector = unknown]: readonly SizeRange[]): CallCost {
  return { cost: sum(fixedRange(10n), reading(selector), scaled(scaled(selector, 0.5), 50)) };
}

/**
 * Returns the node for the items of a list; undefined if the type has no items. A maximum size of
 * the items is known only if the path of the list is known.
 */
function itemsOf(list: CostNode | undefined): CostNode | undefined {
  const element = list?.type.parameters[0];
  if (list === undefined || element === undefined) return undefined;
  const path = list.path.length === 0 ? CostPath.none : list.path.copyWith("@items");
  return { type: element, path, size: undefined };
}

function isText({ kind }: ExpressionType): boolean {
  return kind === "string" || kind === "bytes";
}

/** Returns the cost of a search in a list, which compares each item, or in a string. */
function searchCost([size = unknown]: readonly SizeRange[], { overload, operands, sizeOf }: PricedCall): CallCost {
  const items = itemsOf(operands[0]);
  if (items === undefined) return { cost: overload === "list_includes_dyn_dyn" ? size : reading(size) };
  const item = isText(items.type) ? sum(one, reading(nodeSize(items, sizeOf))) : one;
  return { cost: product(size, item) };
}

function replaceCost([text = unknown, from = unknown, to = unknown]: readonly SizeRange[]): CallCost {
  const most = longestResult(text.max, from.min, to.max <= from.min);
  const least = longestResult(text.min, from.max, from.max <= to.min);
  const count: SizeRange = { min: least.count, max: most.count };
  return { cost: reading(text, 2), size: sum(product(count, to), { min: least.kept, max: most.kept }) };
}

/**
 * For the longest or the shortest result of a replacement, returns the number of replacements and
 * the number of characters that are not replaced.
 *
 * @param text number of characters before the replacement
 * @param part number of characters that each replacement replaces
 * @param isKept true if nothing is replaced in this result
 */
function longestResult(text: bigint, part: bigint, isKept: boolean): { readonly count: bigint; readonly kept: bigint } {
  if (part === 0n) return { count: bounded(text + 1n), kept: text };
  if (isKept) return { count: 0n, kept: text };
  return { count: bounded(BigInt(Math.ceil(Number(text) / Number(part)))), kept: 0n };
}

function splitCost([text = unknown]: readonly SizeRange[], { operands: [, , limit] }: PricedCall): CallCost {
  return { cost: reading(text, 2), size: { min: 0n, max: literalInt(limit) ?? text.max } };
}

/**
 * Returns the value of an int literal as an unsigned integer of 64 bits; undefined for a node that
 * is not an int literal.
 */
function literalInt(node: CostNode | undefined): bigint | undefined {
  const { expression } = node ?? {};
  if (expression?.kind !== "literal" || typeof expression.value !== "bigint") return undefined;
  return BigInt.asUintN(64, expression.value);
}

function joinCost([count = unknown, gap]: readonly SizeRange[], { operands: [list], sizeOf }: PricedCall): CallCost {
  const items = itemsOf(list);
  const texts = items === undefined ? fixedRange(0n) : product(count, nodeSize(items, sizeOf));
  const gaps: SizeRange = { min: oneLess(count.min), max: oneLess(count.max) };
  const size = gap === undefined ? texts : sum(texts, product(gap, gaps));
  return { cost: reading(size), size };
}

function oneLess(value: bigint): bigint {
  return value > 0n ? value - 1n : 0n;
}

function findCost([text = unknown, pattern = unknown]: readonly SizeRange[]): CallCost {
  return { cost: matchCost(text, pattern), size: { min: 0n, max: text.max } };
}

/** Returns the cost of a search with a regular expression. */
function matchCost(text: SizeRange, pattern: SizeRange): SizeRange {
  return product(reading(sum(text, one)), scaled(pattern, patternCharacterCost));
}

/** The size of an IP address, in bytes. */
const address: SizeRange = { min: 4n, max: 16n };

function containsIPCost([, other = unknown]: readonly SizeRange[], { overload }: PricedCall): CallCost {
  const compared = reading(sum(address, address));
  return { cost: overload === "cidr_contains_ip_string" ? sum(compared, reading(other)) : compared };
}

function containsCIDRCost([, other = unknown]: readonly SizeRange[], { overload }: PricedCall): CallCost {
  const compared = sum(reading(sum(address, address)), reading(address), one);
  return { cost: overload === "cidr_contains_cidr_string" ? sum(compared, reading(other)) : compared };
}

const comparedInOneStep: readonly string[] = [
  "net.IP",
  "net.CIDR",
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.authorization.Authorizer",
  "kubernetes.authorization.PathCheck",
  "kubernetes.authorization.GroupCheck",
  "kubernetes.authorization.ResourceCheck",
  "kubernetes.authorization.Decision",
];

function equalsCost(_: readonly SizeRange[], { operands: [left, right] }: PricedCall): CallCost | undefined {
  if (left === undefined || right === undefined || left.type.name !== right.type.name) return undefined;
  const { name } = left.type;
  if (comparedInOneStep.includes(name)) return { cost: one };
  if (name === "kubernetes.NamedFormat") return { cost: reading({ min: 1n, max: longestFormat }) };
  return name === "kubernetes.URL" ? { cost: reading({ min: 1n, max: (right.size ?? one).max }) } : undefined;
}

/**
 * Returns the cost of comparing two values. The comparison ends at the end of the shorter value.
 */
function comparisonCost([a = unknown, b = unknown]: readonly SizeRange[]): CallCost {
  const max = a.max < b.max ? a.max : b.max;
  return { cost: reading({ min: max > 0n ? 1n : 0n, max }) };
}

function setsCost(factor: number): Estimate {
  return ([left = unknown, right = unknown]) => ({ cost: sum(scaled(product(left, right), factor), one) });
}

/** Returns the cost of a function that returns a new list. */
function listCost(factor: number, size: SizeRange): CallCost {
  return { cost: sum(scaled(size, factor), one, fixedRange(BigInt(makingCosts.list))), size };
}

function sliceCost([{ max } = unknown]: readonly SizeRange[], { operands: [, start, end] }: PricedCall): CallCost {
  return listCost(1, fixedRange(BigInt.asUintN(64, (positiveInt(end) ?? max) - (positiveInt(start) ?? 0n))));
}

function positiveInt(node: CostNode | undefined): bigint | undefined {
  const { expression } = node ?? {};
  if (expression?.kind !== "literal" || typeof expression.value !== "bigint") return undefined;
  return expression.value < 0n ? 0n : expression.value;
}

function flattenCost([list = unknown]: readonly SizeRange[], { operands: [, depth] }: PricedCall): CallCost {
  const factor = depth === undefined ? 1n : (positiveInt(depth) ?? unbounded);
  return listCost(Number(factor), list);
}

/** Returns the cost of sorting, which grows with the square of the number of sort keys. */
function sortCost(keys: SizeRange, { overload }: PricedCall): CallCost {
  return listCost(/^list_(?:string|bytes)_/.test(overload) ? 2 + characterCost : 2, product(keys, keys));
}

/** Returns a range whose bounds are reduced modulo 2^64, as in Go, where products overflow. */
function wrapped(min: bigint, max: bigint): SizeRange {
  return { min: BigInt.asUintN(64, min), max: BigInt.asUintN(64, max) };
}
