import type { Marker, MarkerValue } from "../../../../engine/markers/marker.js";
import { typeById } from "../../../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../../../engine/model/universe.js";
import { isDefault } from "../../../../generators/defaults/markers.js";
import { isRequired } from "../../../../generators/openapi/required.js";
import { parse } from "../../../../generators/openapi/validations.js";
import { textMatching } from "./sample-pattern.js";
import { countOf, rulesOf, withoutStage, type SampleRules } from "./sample-rules.js";
import { scalarWithin } from "./sample-scalar.js";
import { upperFirst } from "./identifiers.js";

/** A value in a sample object, with remarks for the user. */
export interface SampleValue {
  readonly value: unknown;
  /** Properties whose values the user has to check, each with the reason. */
  readonly doubts: readonly string[];
}

/**
 * Returns the content of a kind's object without apiVersion, kind and metadata: the properties that
 * requests must contain, and the properties with a default in a marker. The server sets the status.
 */
export function sampleOf(universe: Universe, kind: TypeDeclaration): SampleValue {
  const sampler = new Sampler(universe);
  const value = sampler.object(kind, "", ["metadata", "status"]);
  return { value, doubts: sampler.doubts };
}

class Sampler {
  readonly doubts: string[] = [];
  /**
   * The types that enclose the present value. A type must not contain itself in a sample, because
   * the sample would be infinite.
   */
  readonly #around: TypeId[] = [];

  constructor(private readonly universe: Universe) {}

  object(declaration: TypeDeclaration, path: string, without: readonly string[] = []): Record<string, unknown> {
    const { shape } = declaration;
    if (shape.kind !== "object") return {};
    this.#around.push(declaration.id);
    const fields = shape.fields.filter(({ name }) => !without.includes(name));
    const { names, discriminators } = choiceOf(declaration.markers, fields);
    const entries = fields.flatMap((field): [string, unknown][] => {
      const at = path === "" ? field.name : `${path}.${field.name}`;
      const value = discriminators.get(field.name) ?? this.#field(declaration, field, at, names.has(field.name));
      return value === undefined ? [] : [[field.name, value]];
    });
    this.#around.pop();
    return Object.fromEntries(entries);
  }

  #field(of: TypeDeclaration, field: Field, path: string, isChosen: boolean): unknown {
    const text = (field.markers.find(isDefault) ?? this.#aliasMarkers(field.type).find(isDefault))?.value;
    if (text !== undefined) return parse(text);
    return isChosen || isRequired(this.universe, of, field) ? this.#value(field.type, field.markers, path) : undefined;
  }

  #value(type: Type, markers: readonly Marker[], path: string): unknown {
    const rules = rulesOf([...markers, ...this.#aliasMarkers(type)]);
    const value = this.#valueWithin(this.#unaliased(type), rules, path);
    const pattern = rules.limits.get("pattern");
    if (typeof pattern !== "string" || matches(value, pattern)) return value;
    const text = textMatching(pattern);
    if (text !== undefined && isWithin(text, rules)) return text;
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
        const count = countOf(rules, "minProperties");
        if (count > 1) this.doubts.push(`${path} must have at least ${count} entries`);
        if (count === 0) return {};
        const key = String(scalarWithin("string", rulesOf(rules.eachKey)));
        return { [key]: this.#value(type.value, rules.each, `${path}.${key}`) };
      }
      case "embedded":
        return this.#declared(type.of, path);
      case "ref":
        return this.#declared(type.to, path);
    }
  }

  /** Returns a list with as few items as possible, and one item if an empty list is also valid. */
  #items(element: Type, rules: SampleRules, path: string): unknown[] {
    const id = element.kind === "ref" ? element.to : undefined;
    const wanted = countOf(rules, "minItems");
    const shape = id === undefined ? undefined : typeById(this.universe, id)?.shape;
    if (rules.limits.get("maxItems") === 0) return [];
    // An item that contains its own type would be infinite.
    if (wanted === 0 && id !== undefined && (this.#around.includes(id) || shape?.kind === "opaque")) return [];
    const items = Array.from({ length: Math.max(wanted, 1) }, (_, index) =>
      this.#value(element, rules.each, `${path}[${index}]`),
    );
    if (!rules.unique || items.length < 2) return items;
    const different = this.#different(element, items, rules);
    if (different === undefined) this.doubts.push(`${path} must have at least ${wanted} different items`);
    return different ?? items;
  }

  /** Makes equal items different; returns undefined if their type does not allow it. */
  #different(element: Type, items: readonly unknown[], { keys }: SampleRules): unknown[] | undefined {
    const type = this.#unaliased(element);
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

  /** Returns the type to which aliases refer. */
  #unaliased(type: Type): Type {
    const shape = type.kind === "ref" ? typeById(this.universe, type.to)?.shape : undefined;
    return shape?.kind === "alias" ? this.#unaliased(shape.of) : type;
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

  /** Returns the markers of the aliases to which a type refers. */
  #aliasMarkers(type: Type): readonly Marker[] {
    if (type.kind !== "ref") return [];
    const declaration = typeById(this.universe, type.to);
    if (declaration === undefined) return [];
    const { markers, shape } = declaration;
    return shape.kind === "alias" ? [...markers, ...this.#aliasMarkers(shape.of)] : markers;
  }
}

/** The optional properties that a valid object needs, and the values of its discriminators. */
interface Choice {
  readonly names: ReadonlySet<string>;
  /** Names of the chosen members, by the properties that state them. */
  readonly discriminators: ReadonlyMap<string, string>;
}

/** Chooses the first property of each group of which exactly one property must be set. */
function choiceOf(markers: readonly Marker[], fields: readonly Field[]): Choice {
  const members = new Map<unknown, string>();
  const names = new Set<string>();
  for (const { name, marker } of markedBy(fields, "k8s:unionMember")) {
    const union = argument(marker, "union");
    if (members.has(union)) continue;
    names.add(name);
    members.set(union, String(argument(marker, "memberName") ?? upperFirst(name)));
  }
  const discriminators = markedBy(fields, "k8s:unionDiscriminator").flatMap(({ name, marker }) => {
    const member = members.get(argument(marker, "union"));
    return member === undefined ? [] : [[name, member] as const];
  });
  for (const { name, value } of markers) {
    const isChoice = /^kubebuilder:validation:(ExactlyOneOf|AtLeastOneOf)$/.test(name);
    const [first] = isChoice ? (value ?? "").replace(/^\{|\}$/g, "").split(/[;,]/) : [];
    if (first !== undefined) names.add(first.trim().replace(/^"(.*)"$/, "$1"));
  }
  return { names, discriminators: new Map(discriminators) };
}

function markedBy(fields: readonly Field[], marker: string): { readonly name: string; readonly marker: Marker }[] {
  return fields.flatMap(({ name, markers }) => {
    const found = markers.flatMap(withoutStage).find((own) => own.name === marker);
    return found === undefined ? [] : [{ name, marker: found }];
  });
}

function argument(marker: Marker, name: string): MarkerValue | undefined {
  return marker.args?.find((each) => each.name === name)?.value;
}

/** Reports whether a text that matches a pattern also respects the other rules of a text. */
function isWithin(text: string, { limits, format, not }: SampleRules): boolean {
  const [least, most] = [limits.get("minLength"), limits.get("maxLength")];
  return (
    format === undefined &&
    text !== not &&
    (typeof least !== "number" || text.length >= least) &&
    (typeof most !== "number" || text.length <= most)
  );
}

/** Reports whether a value is a text that matches a pattern. */
function matches(value: unknown, pattern: string): boolean {
  try {
    return typeof value === "string" && new RegExp(pattern).test(value);
  } catch {
    return false;
  }
}
