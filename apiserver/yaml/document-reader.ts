import { goQuote } from "@apimachinery/runtime";
import type { Alias, Document, LineCounter, Node, Scalar, YAMLMap } from "yaml";
import { resolveScalar, resolveTagged, type ResolvedScalar, type ScalarValue } from "./go-scalars.js";
import { loadYAML } from "./library.js";

/** A value of a document. Integers beyond ±(2^53 - 1) are bigints. */
export type YAMLValue = ScalarValue | YAMLValue[] | { [key: string]: YAMLValue };

/** Error message for a document in which aliases produce too many values. */
export const excessiveAliasing = "yaml: document contains excessive aliasing";

/**
 * The entries of a map. The keys consist of the type and the string of the YAML key, because Go
 * distinguishes keys by type.
 */
type Entries = Map<string, { readonly name: string; readonly value: YAMLValue }>;

/**
 * Converts a document with unresolved scalars to values, as Go's parser does (Go: decoder in
 * go.yaml.in/yaml/v2, and the conversion to JSON of sigs.k8s.io/yaml).
 */
export class DocumentReader {
  /**
   * Messages about keys that occur twice in a map, also through a merge key: `line 7: key "colour"
   * already set in map`.
   */
  readonly duplicates: string[] = [];
  readonly #text: string;
  readonly #lines: LineCounter;
  readonly #targets: ReadonlyMap<Alias, Node | undefined>;
  /** True if the last line of the text is not blank and has no line break. */
  readonly #isUnended: boolean;
  /** The nodes whose aliases are being read, to detect an alias that contains itself. */
  readonly #open = new Set<Node>();
  /**
   * Number of nodes that were read. `#aliased` is the number of nodes that were read through
   * aliases.
   */
  #read = 0;
  #aliased = 0;

  constructor(document: Document, text: string, lines: LineCounter) {
    this.#text = text;
    this.#lines = lines;
    this.#targets = aliasTargets(document);
    this.#isUnended = /\S/.test(text.slice(text.lastIndexOf("\n") + 1));
  }

  /**
   * Returns the value of a node.
   * @throws Error with Go's message for a value that Go or JSON does not have
   */
  value(node: unknown): YAMLValue {
    const { isAlias, isMap, isScalar, isSeq } = loadYAML();
    this.#count();
    if (isAlias(node)) return this.#through(node, (target) => this.value(target));
    if (isScalar(node)) return this.#scalar(node).value;
    if (isSeq(node)) return node.items.map((item) => this.value(item));
    if (!isMap(node)) return null;
    const entries: Entries = new Map();
    this.#readMap(node, entries);
    return Object.fromEntries([...entries.values()].map(({ name, value }) => [name, value]));
  }

  /**
   * Counts a value and enforces Go's limit: of more than 1,000 values, up to 99 % may come from
   * aliases. This share decreases with the number of values.
   */
  #count(): void {
    this.#read++;
    if (this.#open.size > 0) this.#aliased++;
    if (this.#aliased > 100 && this.#read > 1000 && this.#aliased > allowedAliasRatio(this.#read) * this.#read)
      throw new Error(excessiveAliasing);
  }

  /**
   * Adds the entries of a map. Later entries replace earlier ones, including those of merge keys.
   */
  #readMap(map: YAMLMap, entries: Entries): void {
    for (const { key, value } of map.items) {
      if (isMergeKey(key)) {
        this.#merge(value, entries);
        continue;
      }
      const { id, name, shown } = this.#key(key);
      const node = value ?? key;
      if (entries.has(id)) this.duplicates.push(`line ${this.#lineOf(node)}: key ${shown} already set in map`);
      entries.set(id, { name, value: this.value(value) });
    }
  }

  /**
   * Adds the entries of a merge key's value: a map, or a list of maps. In a list, earlier maps have
   * precedence.
   */
  #merge(node: unknown, entries: Entries): void {
    const { isAlias, isMap, isSeq } = loadYAML();
    if (isSeq(node)) {
      for (const item of node.items.toReversed()) this.#mergeOne(item, entries);
      return;
    }
    const target = isAlias(node) ? this.#targets.get(node) : node;
    if (!isMap(target)) this.#fail(node, "map merge requires map or sequence of maps as the value");
    this.#mergeOne(node, entries);
  }

  #mergeOne(node: unknown, entries: Entries): void {
    const { isAlias, isMap } = loadYAML();
    this.#count();
    if (isAlias(node)) {
      this.#through(node, (target) => {
        this.#mergeOne(target, entries);
      });
    } else if (isMap(node)) this.#readMap(node, entries);
    else this.#fail(node, "map merge requires map or sequence of maps as the value");
  }

  #through<T>(alias: Alias, read: (target: Node) => T): T {
    const target = this.#targets.get(alias);
    if (target === undefined) return this.#fail(alias, `unknown anchor '${alias.source}' referenced`);
    if (this.#open.has(target)) return this.#fail(alias, `anchor '${alias.source}' value contains itself`);
    this.#open.add(target);
    const value = read(target);
    this.#open.delete(target);
    return value;
  }

  #key(node: unknown): { readonly id: string; readonly name: string; readonly shown: string } {
    const { isAlias, isScalar } = loadYAML();
    this.#count();
    if (isAlias(node)) return this.#through(node, (target) => this.#key(target));
    const { type, value } = isScalar(node) ? this.#scalar(node) : noKey;
    // As in Go's parser, null and integers beyond signed 64 bits are refused as keys.
    if (value === null || (typeof value === "bigint" && BigInt.asIntN(64, value) !== value))
      return this.#fail(node, "invalid map key");
    const name = type === "float" ? float32Text(Number(value)) : String(value);
    return { id: `${type} ${name}`, name, shown: type === "str" ? goQuote(name) : name };
  }

  #scalar(scalar: Scalar): ResolvedScalar {
    const source = String(scalar.value);
    const isBlock = scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED";
    if (scalar.type === "QUOTE_DOUBLE") this.#checkEscapes(scalar);
    // The last line of a block scalar ends with a line break only if the whole text ends with one.
    const isLast = isBlock && this.#isUnended && (scalar.range?.[1] ?? 0) >= this.#text.length;
    const text = isLast ? source.replace(/\n$/, "") : source;
    const resolved = this.#resolved(scalar, text);
    if (typeof resolved.value === "number" && !Number.isFinite(resolved.value))
      this.#fail(scalar, `unsupported value: ${resolved.value}`);
    return resolved;
  }

  #resolved(scalar: Scalar, text: string): ResolvedScalar {
    if (scalar.tag === undefined) return scalar.type === "PLAIN" ? resolveScalar(text) : { type: "str", value: text };
    try {
      return resolveTagged(scalar.tag, text);
    } catch (error) {
      return this.#fail(scalar, (error as Error).message);
    }
  }

  /** Refuses the escape `\/`: JSON allows it, but Go's YAML parser does not. */
  #checkEscapes(scalar: Scalar): void {
    const [start = 0, end = 0] = scalar.range ?? [];
    for (const [escape] of this.#text.slice(start, end).matchAll(/\\./gs))
      if (escape === "\\/") this.#fail(scalar, "found unknown escape character");
  }

  #lineOf(node: unknown): number {
    return this.#lines.linePos(loadYAML().isNode(node) ? (node.range?.[0] ?? 0) : 0).line;
  }

  #fail(node: unknown, problem: string): never {
    throw new Error(`yaml: line ${this.#lineOf(node)}: ${problem}`);
  }
}

/** Result for a key that is not a scalar. */
const noKey: ResolvedScalar = { type: "null", value: null };

/**
 * Returns the share of values that may come from aliases. It decreases with the number of values.
 */
function allowedAliasRatio(values: number): number {
  const [few, many] = [400_000, 4_000_000];
  return 0.99 - 0.89 * Math.min(Math.max((values - few) / (many - few), 0), 1);
}

/**
 * Returns the node to which each alias refers: the last node before the alias that has its anchor.
 */
function aliasTargets(document: Document): ReadonlyMap<Alias, Node | undefined> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  loadYAML().visit(document, {
    Node: (_, node) => {
      if (loadYAML().isAlias(node)) targets.set(node, anchors.get(node.source));
      else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/**
 * Reports whether a key is a merge key: `<<` without quotes, or a key with the tag of merge keys.
 */
function isMergeKey(key: unknown): boolean {
  if (!loadYAML().isScalar(key) || key.value !== "<<") return false;
  return key.tag === undefined ? key.type === "PLAIN" : key.tag === "tag:yaml.org,2002:merge";
}

/**
 * Returns a number as Go prints a floating-point key (`%g`): with the fewest digits that identify
 * it among numbers of 32 bits.
 */
function float32Text(value: number): string {
  const single = Math.fround(value);
  let precision = 1;
  while (precision < 17 && Math.fround(Number(value.toPrecision(precision))) !== single) precision++;
  const shortest = Number(value.toPrecision(precision));
  const [digits = "", exponent = "0"] = shortest.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 21) return String(shortest);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
