import type { Marker, MarkerValue } from "../../../engine/markers/marker.js";
import { typeById, underlying } from "../../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import { defaultMarkerOf } from "../../../generators/markers/defaults.js";
import { countIn, parseMarkerJSON } from "../../../generators/markers/constraints.js";
import { isRequired } from "../../../generators/presence/required.js";
import { bounds } from "../../../runtime/schema/limits.js";
import { valueErrors, type CRDSchema } from "../../../runtime/crd/index.js";
import { stringOfPattern } from "../breaking/samples/texts-of-pattern.js";
import { countOf, sampleRules, withoutStage, type SampleRules } from "./rules.js";
import { scalarWithin } from "./scalar.js";
import { upperFirstLetter } from "../../../engine/util/first-letter.js";

/** A value for a sample object, with properties that the user should check. */
export interface SampleValue {
  readonly value: unknown;
  /** Properties whose values the user must check, each with the reason. */
  readonly doubts: readonly string[];
}

/** Decides which optional properties a sample contains. */
export interface Extent {
  /** True to include properties whose default is in a marker. */
  readonly defaults?: true;
  /**
   * Nesting depth of types to which all properties are included. Absent: only needed properties.
   */
  readonly depth?: number;
  /** True to give an item to lists that may be empty. */
  readonly items?: true;
}

/** Maximum length of a sample string, so that it stays useful as an example. */
const longest = 100;

/** Content of the samples from which users write their own objects. */
export const startingPoint: Extent = { defaults: true, items: true };

/**
 * Returns the content of a sample object without apiVersion, kind, metadata and status: the
 * properties that requests must contain, and some optional properties.
 */
export function sampleOf(universe: Universe, kind: TypeDeclaration, extent: Extent): SampleValue {
  const sampler = new Sampler(universe, extent);
  const value = sampler.object(kind, "", ["metadata", "status"]);
  return { value, doubts: sampler.doubts };
}

class Sampler {
  readonly doubts: string[] = [];
  /**
   * The types that contain the current value. A recursive type ends at its second occurrence, so
   * that the sample is finite.
   */
  readonly #around: TypeId[] = [];

  constructor(
    private readonly universe: Universe,
    private readonly extent: Extent,
  ) {}

  object(declaration: TypeDeclaration, path: string, without: readonly string[] = []): Record<string, unknown> {
    const { shape } = declaration;
    if (shape.kind !== "object") return {};
    this.#around.push(declaration.id);
    const fields = shape.fields.filter(({ name }) => !without.includes(name));
    const { names, others, discriminators } = choiceOf(declaration.markers, fields);
    const isWhole = this.#isWhole;
    const entries = fields.flatMap((field): [string, unknown][] => {
      const at = path === "" ? field.name : `${path}.${field.name}`;
      const isSpec = at === "spec" && this.#isOptional(field);
      const isWanted = names.has(field.name) || (isWhole && !others.has(field.name) && this.#isOptional(field));
      const value = discriminators.get(field.name) ?? this.#field(declaration, field, at, isWanted || isSpec);
      const isLeftOut = value === undefined || (isSpec && !isWanted && this.#isIdle(declaration, field, value));
      return isLeftOut ? [] : [[field.name, value]];
    });
    this.#around.pop();
    return Object.fromEntries(entries);
  }

  #field(of: TypeDeclaration, field: Field, path: string, isWanted: boolean): unknown {
    const text = (defaultMarkerOf(field) ?? defaultMarkerOf({ markers: this.#aliasMarkers(field.type) }))?.value;
    const isLiteral = text !== undefined && !text.startsWith("ref(");
    if (isLiteral && (isWanted || this.extent.defaults === true)) return parseMarkerJSON(text);
    return isWanted || isRequired(this.universe, of, field) ? this.#value(field.type, field.markers, path) : undefined;
  }

  /**
   * Reports whether an optional property can be omitted because its value is empty. A specification
   * with required properties is not empty: servers refuse most objects without these properties,
   * even if the type declares the specification as optional.
   */
  #isIdle(of: TypeDeclaration, field: Field, value: unknown): boolean {
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return isEmpty && !isRequired(this.universe, of, field);
  }

  /** Reports whether a sample may contain an optional property. */
  #isOptional({ markers, type }: Field): boolean {
    if (markers.flatMap(withoutStage).some(({ name }) => name === "k8s:forbidden")) return false;
    const id = type.kind === "ref" ? type.to : type.kind === "embedded" ? type.of : undefined;
    if (id === undefined) return true;
    return !this.#around.includes(id) && typeById(this.universe, id)?.shape.kind !== "opaque";
  }

  #value(type: Type, markers: readonly Marker[], path: string): unknown {
    const rules = sampleRules([...markers, ...this.#aliasMarkers(type)]);
    if (rules.example !== undefined) return rules.example;
    const value = this.#valueWithin(underlying(this.universe, type), rules, path);
    const pattern = rules.limits.get("pattern");
    if (typeof pattern !== "string" || keeps(value, { pattern })) return value;
    const text = stringOfPattern(pattern, { below: () => 0 });
    const isKept = rules.format === undefined && text !== rules.not && keeps(text, Object.fromEntries(rules.limits));
    if (isKept && text.length <= longest) return text;
    this.doubts.push(`${path} must match ${pattern}`);
    return value;
  }

  #valueWithin(type: Type, rules: SampleRules, path: string): unknown {
    const allowed = rules.limits.get("enum");
    if (Array.isArray(allowed)) return (allowed as readonly unknown[]).find((value) => value !== rules.not);
    switch (type.kind) {
      case "scalar":
        return scalarWithin(type.name, rules);
      case "literals":
        return type.values.find((value) => value !== rules.not);
      case "list":
        return this.#items(type.element, rules, path);
      case "tuple":
        return type.elements.map((element, index) => this.#value(element, rules.each, `${path}[${index}]`));
      case "map": {
        const least = rules.filled || this.#isWhole ? 1 : 0;
        const count = Math.max(countOf(rules, bounds.properties[0]), least);
        if (count > 1) this.doubts.push(`${path} must have at least ${count} entries`);
        if (count === 0) return {};
        const key = String(scalarWithin("string", sampleRules(rules.eachKey)));
        return { [key]: this.#value(type.value, rules.each, `${path}.${key}`) };
      }
      case "embedded":
        return this.#declared(type.of, path);
      case "ref":
        return this.#declared(type.to, path);
    }
  }

  get #isWhole(): boolean {
    return this.#around.length <= (this.extent.depth ?? 0);
  }

  /**
   * Returns a list with the minimum number of items. If the minimum is 0, the list has one item if
   * samples have optional items, and otherwise none.
   */
  #items(element: Type, rules: SampleRules, path: string): unknown[] {
    const id = element.kind === "ref" ? element.to : undefined;
    const [fewest, most] = bounds.items;
    const wanted = Math.max(countOf(rules, fewest), rules.filled ? 1 : 0);
    const shape = id === undefined ? undefined : typeById(this.universe, id)?.shape;
    if (rules.limits.get(most) === 0) return [];
    // Items of a recursive type are omitted, because the sample would be infinite.
    if (wanted === 0 && id !== undefined && (this.#around.includes(id) || shape?.kind === "opaque")) return [];
    const least = this.extent.items === true || this.#isWhole ? 1 : 0;
    const items = Array.from({ length: Math.max(wanted, least) }, (_, index) =>
      this.#value(element, rules.each, `${path}[${index}]`),
    );
    if (!rules.unique || items.length < 2) return items;
    const different = this.#different(element, items, rules);
    if (different === undefined) this.doubts.push(`${path} must have at least ${wanted} different items`);
    return different ?? items;
  }

  /**
   * Makes equal items different. Returns undefined if their type does not allow different values.
   */
  #different(element: Type, items: readonly unknown[], { keys }: SampleRules): unknown[] | undefined {
    const type = underlying(this.universe, element);
    if (type.kind === "literals")
      return type.values.length < items.length ? undefined : type.values.slice(0, items.length);
    const vary = (value: unknown, index: number): unknown =>
      typeof value === "number" ? value + index : index === 0 ? value : `${String(value)}-${index + 1}`;
    const isPlain = (value: unknown): boolean => typeof value === "number" || typeof value === "string";
    if (items.every(isPlain)) return items.map(vary);
    const [key] = keys;
    if (key === undefined) return undefined;
    return items.map((item, index) => {
      const object = item as Record<string, unknown>;
      return { ...object, [key]: vary(object[key], index) };
    });
  }

  #declared(id: TypeId, path: string): unknown {
    const declaration = typeById(this.universe, id);
    if (declaration === undefined || this.#around.includes(id)) return {};
    const { shape } = declaration;
    if (shape.kind === "object") return this.object(declaration, path);
    if (shape.kind === "opaque") {
      this.doubts.push(`${path} must be a valid ${declaration.name}`);
      return {};
    }
    if (shape.kind !== "union") return {};
    const [member] = shape.members;
    const type = member === undefined ? undefined : typeById(this.universe, member.type);
    return member === undefined || type === undefined
      ? {}
      : { ...this.object(type, path), [shape.discriminator]: member.value };
  }

  /** Returns the markers of the declared type to which a type refers, directly or by aliases. */
  #aliasMarkers(type: Type): readonly Marker[] {
    if (type.kind !== "ref") return [];
    const declaration = typeById(this.universe, type.to);
    if (declaration === undefined) return [];
    const { markers, shape } = declaration;
    return shape.kind === "alias" ? [...markers, ...this.#aliasMarkers(shape.of)] : markers;
  }
}

/**
 * The chosen members of unions that a valid object must contain, and the values of their
 * discriminators.
 */
interface Choice {
  readonly names: ReadonlySet<string>;
  /** Optional properties that must be omitted because of the chosen properties. */
  readonly others: ReadonlySet<string>;
  /** Names of the chosen members, by the names of their discriminators. */
  readonly discriminators: ReadonlyMap<string, string>;
}

/**
 * Chooses the first property of each union that requires a property. If a union allows only one
 * property, all properties except the first must be omitted.
 */
function choiceOf(markers: readonly Marker[], fields: readonly Field[]): Choice {
  const members = new Map<unknown, string>();
  const [names, others] = [new Set<string>(), new Set<string>()];
  for (const { name, marker } of markedBy(fields, "k8s:unionMember", "k8s:zeroOrOneOfMember")) {
    const union = argument(marker, "union");
    if (members.has(union)) others.add(name);
    else {
      if (marker.name === "k8s:unionMember") names.add(name);
      members.set(union, String(argument(marker, "memberName") ?? upperFirstLetter(name)));
    }
  }
  const discriminators = markedBy(fields, "k8s:unionDiscriminator").flatMap(({ name, marker }) => {
    const member = members.get(argument(marker, "union"));
    return member === undefined ? [] : [[name, member] as const];
  });
  for (const { count, names: listed } of markers.flatMap((marker) => countIn(marker) ?? [])) {
    const [first = "", ...more] = listed;
    if (count !== "AtMost") names.add(first);
    if (count !== "AtLeast") for (const other of more) others.add(other);
  }
  for (const { marker } of markedBy(fields, "k8s:dependentForbidden")) others.add(String(marker.args?.[0]?.value));
  return { names, others, discriminators: new Map(discriminators) };
}

function markedBy(
  fields: readonly Field[],
  ...wanted: readonly string[]
): { readonly name: string; readonly marker: Marker }[] {
  return fields.flatMap(({ name, markers }) => {
    const found = markers.flatMap(withoutStage).find((own) => wanted.includes(own.name));
    return found === undefined ? [] : [{ name, marker: found }];
  });
}

function argument(marker: Marker, name: string): MarkerValue | undefined {
  return marker.args?.find((each) => each.name === name)?.value;
}

/** Reports whether a value satisfies the constraints of a schema. */
function keeps(value: unknown, schema: CRDSchema): boolean {
  try {
    return valueErrors(undefined, schema, value).length === 0;
  } catch {
    // No value satisfies an invalid pattern, which is reported elsewhere.
    return false;
  }
}
