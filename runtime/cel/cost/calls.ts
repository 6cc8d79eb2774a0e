import type { ExpressionType } from "../types/type.js";
import { nodeSize, type CostNode, type SizeOf } from "./node.js";
import { bounded, fixedRange, one, product, scaled, sum, unbounded, type SizeRange } from "./range.js";
import { CostPath } from "./path.js";

/** The cost of a call without the cost of its arguments, and the size of its result. */
export interface CallCost {
  readonly cost: SizeRange;
  readonly size?: SizeRange | undefined;
}

/** A call whose cost is estimated. */
export interface PricedCall {
  readonly overload: string;
  readonly target: CostNode | undefined;
  readonly arguments: readonly CostNode[];
  readonly sizeOf: SizeOf;
}

type Estimate = (call: PricedCall) => CallCost | undefined;

/** The cost of reading a character of a string. */
export const characterCost = 0.1;
/** The cost of a character of a regular expression. */
export const patternCharacterCost = 0.25;
const longestFormat = 64n;
const longestPattern = 128;

const nominal: Estimate = () => ({ cost: one });
const readsArgument = reads((call) => call.arguments[0], characterCost);
const readsTarget = reads(({ target }) => target, characterCost, true);

function group(estimate: Estimate, names: string): readonly (readonly [string, Estimate])[] {
  return names.split(" ").map((name) => [name, estimate] as const);
}

/** Cost estimates for the functions of Kubernetes' libraries, by function name. */
const byName: ReadonlyMap<string, Estimate> = new Map([
  ...group(() => ({ cost: fixedRange(350_000n) }), "check"),
  ...group(nominal, "serviceAccount path group resource subresource namespace name allowed reason error errored"),
  ...group(selectorCost, "fieldSelector labelSelector"),
  ...group(searchCost, "isSorted sum max min indexOf lastIndexOf includes"),
  ...group(
    reads((call) => call.arguments[0], characterCost, true),
    "url",
  ),
  ...group(readsTarget, "lowerAscii upperAscii substring trim"),
  ...group(replaceCost, "replace"),
  ...group(splitCost, "split"),
  ...group(joinCost, "join"),
  ...group(findCost, "find findAll"),
  ...group(readsArgument, "cidr isIP isCIDR quantity isQuantity semver isSemver"),
  ...group((call) => (call.overload === "cidr_ip" ? nominal(call) : readsArgument(call)), "ip"),
  ...group(
    reads((call) => call.arguments[0], 2 * characterCost),
    "ip.isCanonical",
  ),
  ...group(nominal, "masked prefixLength family isUnspecified isLoopback"),
  ...group(nominal, "isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast"),
  ...group(containsIPCost, "containsIP"),
  ...group(containsCIDRCost, "containsCIDR"),
  ...group(validateCost, "validate"),
  ...group(nominal, "format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo"),
  ...group(nominal, "add sub major minor patch getScheme getHostname getHost getPort getEscapedPath getQuery"),
  ...group(equalsCost, "_==_"),
]);

/**
 * Cost estimates for the functions of cel-go's extensions, by overload identifier. They take
 * precedence over estimates by function name.
 */
const byOverload: ReadonlyMap<string, Estimate> = new Map([
  ...group(setsCost(1), "list_sets_contains_list list_sets_intersects_list"),
  ...group(setsCost(2), "list_sets_equivalent_list"),
  ...group(sliceCost, "list_slice"),
  ...group(flattenCost, "list_flatten list_flatten_int"),
  ...group(rangeCost, "lists_range"),
  ...group(({ target, sizeOf }) => target && listCost(1, nodeSize(target, sizeOf)), "list_reverse"),
  ...group(({ target, sizeOf }) => target && sortCost(target, sizeOf, 2), "list_distinct"),
]);

/**
 * Returns the cost estimate for a call of a library's function; undefined if the library does not
 * define an estimate.
 */
export function libraryCost(name: string, call: PricedCall): CallCost | undefined {
  return byOverload.get(call.overload)?.(call) ?? sortOverloadCost(call) ?? byName.get(name)?.(call);
}

function reads(node: (call: PricedCall) => CostNode | undefined, factor: number, hasSize = false): Estimate {
  return (call) => {
    const read = node(call);
    if (read === undefined) return undefined;
    const size = nodeSize(read, call.sizeOf);
    return { cost: scaled(size, factor), size: hasSize ? size : undefined };
  };
}

function selectorCost({ arguments: [selector], sizeOf }: PricedCall): CallCost | undefined {
  if (selector === undefined) return undefined;
  const size = nodeSize(selector, sizeOf);
  return { cost: sum(fixedRange(10n), scaled(size, characterCost), scaled(scaled(size, 0.5), 50)) };
}

/**
 * Returns the node for the items of a list; undefined if the type has no items. A maximum size of
 * the items is known only if the path of the list is known.
 */
function itemsOf({ type, path }: CostNode): CostNode | undefined {
  const [element] = type.parameters;
  if (element === undefined) return undefined;
  return { type: element, path: path.length === 0 ? CostPath.none : path.copyWith("@items"), size: undefined };
}

function isText({ kind }: ExpressionType): boolean {
  return kind === "string" || kind === "bytes";
}

/**
 * Returns the cost of a search in a list, which compares each item, or in a string; undefined for a
 * call without a target.
 */
function searchCost({ overload, target, sizeOf }: PricedCall): CallCost | undefined {
  if (target === undefined) return undefined;
  const items = itemsOf(target);
  const size = nodeSize(target, sizeOf);
  if (items === undefined) return { cost: overload === "list_includes_dyn_dyn" ? size : scaled(size, characterCost) };
  const item = isText(items.type) ? sum(one, scaled(nodeSize(items, sizeOf), characterCost)) : one;
  return { cost: product(size, item) };
}

function replaceCost({ target, arguments: [replaced, by], sizeOf }: PricedCall): CallCost | undefined {
  if (target === undefined || replaced === undefined || by === undefined) return undefined;
  const text = nodeSize(target, sizeOf);
  const [from, to] = [nodeSize(replaced, sizeOf), nodeSize(by, sizeOf)];
  const most = longestResult(text.max, from.min, to.max <= from.min);
  const least = longestResult(text.min, from.max, from.max <= to.min);
  const count: SizeRange = { min: least.count, max: most.count };
  const size = sum(product(count, to), { min: least.kept, max: most.kept });
  return { cost: scaled(text, 2 * characterCost), size };
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

function splitCost({ target, arguments: [, limit], sizeOf }: PricedCall): CallCost | undefined {
  if (target === undefined) return undefined;
  const size = nodeSize(target, sizeOf);
  return { cost: scaled(size, 2 * characterCost), size: { min: 0n, max: literalInt(limit) ?? size.max } };
}

/**
 * Returns the value of an int literal as an unsigned integer of 64 bits; undefined for another
 * node.
 */
function literalInt(node: CostNode | undefined): bigint | undefined {
  const { expression } = node ?? {};
  if (expression?.kind !== "literal" || typeof expression.value !== "bigint") return undefined;
  return BigInt.asUintN(64, expression.value);
}

function joinCost({ target, arguments: [separator], sizeOf }: PricedCall): CallCost | undefined {
  if (target === undefined) return undefined;
  const count = nodeSize(target, sizeOf);
  const items = itemsOf(target);
  const texts = items === undefined ? fixedRange(0n) : product(count, nodeSize(items, sizeOf));
  const gaps: SizeRange = { min: oneLess(count.min), max: oneLess(count.max) };
  const size = separator === undefined ? texts : sum(texts, product(nodeSize(separator, sizeOf), gaps));
  return { cost: scaled(size, characterCost), size };
}

function oneLess(value: bigint): bigint {
  return value > 0n ? value - 1n : 0n;
}

function findCost({ target, arguments: [pattern], sizeOf }: PricedCall): CallCost | undefined {
  if (target === undefined || pattern === undefined) return undefined;
  const size = nodeSize(target, sizeOf);
  return { cost: matchCost(size, nodeSize(pattern, sizeOf)), size: { min: 0n, max: size.max } };
}

/** Returns the cost of a search with a regular expression. */
export function matchCost(text: SizeRange, pattern: SizeRange): SizeRange {
  return product(scaled(sum(text, one), characterCost), scaled(pattern, patternCharacterCost));
}

/** The size of an IP address, in bytes. */
const address: SizeRange = { min: 4n, max: 16n };

function containsIPCost({ overload, arguments: [other], sizeOf }: PricedCall): CallCost | undefined {
  if (other === undefined) return undefined;
  const compared = scaled(sum(address, address), characterCost);
  if (overload !== "cidr_contains_ip_string") return { cost: compared };
  return { cost: sum(compared, scaled(nodeSize(other, sizeOf), characterCost)) };
}

function containsCIDRCost({ overload, arguments: [other], sizeOf }: PricedCall): CallCost | undefined {
  if (other === undefined) return undefined;
  const compared = sum(scaled(sum(address, address), characterCost), scaled(address, characterCost), one);
  if (overload !== "cidr_contains_cidr_string") return { cost: compared };
  return { cost: sum(compared, scaled(nodeSize(other, sizeOf), characterCost)) };
}

function validateCost({ arguments: [text], sizeOf }: PricedCall): CallCost | undefined {
  if (text === undefined) return undefined;
  return { cost: scaled(scaled(nodeSize(text, sizeOf), characterCost), longestPattern * patternCharacterCost) };
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

function equalsCost({ arguments: [left, right] }: PricedCall): CallCost | undefined {
  if (left === undefined || right === undefined || left.type.name !== right.type.name) return undefined;
  const { name } = left.type;
  if (comparedInOneStep.includes(name)) return { cost: one };
  if (name === "kubernetes.NamedFormat") return { cost: scaled({ min: 1n, max: longestFormat }, characterCost) };
  if (name !== "kubernetes.URL") return undefined;
  const size = right.size ?? one;
  return { cost: scaled({ min: 1n, max: size.max }, characterCost) };
}

function setsCost(factor: number): Estimate {
  return ({ arguments: [left, right], sizeOf }) => {
    if (left === undefined || right === undefined) return undefined;
    return { cost: sum(scaled(product(nodeSize(left, sizeOf), nodeSize(right, sizeOf)), factor), one) };
  };
}

/** Returns the cost of a function that returns a new list. */
function listCost(factor: number, size: SizeRange): CallCost {
  return { cost: sum(scaled(size, factor), one, fixedRange(10n)), size };
}

function sliceCost({ target, arguments: [start, end], sizeOf }: PricedCall): CallCost | undefined {
  if (target === undefined) return undefined;
  const { max } = nodeSize(target, sizeOf);
  return listCost(1, fixedRange(BigInt.asUintN(64, (positiveInt(end) ?? max) - (positiveInt(start) ?? 0n))));
}

function positiveInt(node: CostNode | undefined): bigint | undefined {
  const { expression } = node ?? {};
  if (expression?.kind !== "literal" || typeof expression.value !== "bigint") return undefined;
  return expression.value < 0n ? 0n : expression.value;
}

function flattenCost({ target, arguments: [depth], sizeOf }: PricedCall): CallCost | undefined {
  if (target === undefined) return undefined;
  const factor = depth === undefined ? 1n : (positiveInt(depth) ?? unbounded);
  return listCost(Number(factor), nodeSize(target, sizeOf));
}

function rangeCost({ arguments: [count] }: PricedCall): CallCost {
  return listCost(1, fixedRange(positiveInt(count) ?? unbounded));
}

function sortCost(list: CostNode, sizeOf: SizeOf, factor: number): CallCost {
  const size = nodeSize(list, sizeOf);
  return listCost(factor, product(size, size));
}

/**
 * Returns the cost of sorting, which grows with the square of the number of sort keys; undefined
 * for a function that does not sort.
 */
function sortOverloadCost({ overload, target, arguments: [keys], sizeOf }: PricedCall): CallCost | undefined {
  const [, type, name] = /^list_(.+)_(sort|sortByAssociatedKeys)$/.exec(overload) ?? [];
  const list = name === "sort" ? target : keys;
  if (name === undefined || list === undefined) return undefined;
  return sortCost(list, sizeOf, type === "string" || type === "bytes" ? 2 + characterCost : 2);
}
