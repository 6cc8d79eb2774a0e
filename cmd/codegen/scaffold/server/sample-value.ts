import type { Marker } from "../../../../engine/markers/marker.js";
import { typeById } from "../../../../engine/model/lookup.js";
import type { Field, ScalarName, Type, TypeDeclaration, TypeId, Universe } from "../../../../engine/model/universe.js";
import { isDefault } from "../../../../generators/defaults/markers.js";
import { isRequired } from "../../../../generators/openapi/required.js";
import { constraintOf, parse } from "../../../../generators/openapi/validations.js";

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
    const entries = shape.fields.flatMap((field): [string, unknown][] => {
      if (without.includes(field.name)) return [];
      const value = this.#field(declaration, field, path === "" ? field.name : `${path}.${field.name}`);
      return value === undefined ? [] : [[field.name, value]];
    });
    this.#around.pop();
    return Object.fromEntries(entries);
  }

  #field(of: TypeDeclaration, field: Field, path: string): unknown {
    const text = (field.markers.find(isDefault) ?? this.#aliasMarkers(field.type).find(isDefault))?.value;
    if (text !== undefined) return parse(text);
    return isRequired(this.universe, of, field) ? this.#value(field.type, field.markers, path) : undefined;
  }

  #value(type: Type, markers: readonly Marker[], path: string): unknown {
    const limits = new Map(
      [...markers, ...this.#aliasMarkers(type)].flatMap((marker) => {
        const found = constraintOf(marker);
        return found === undefined ? [] : [[found.keyword, found.value] as const];
      }),
    );
    const allowed = limits.get("enum");
    if (Array.isArray(allowed)) return (allowed as readonly unknown[])[0];
    const pattern = limits.get("pattern");
    if (typeof pattern === "string") this.doubts.push(`${path} must match ${pattern}`);
    switch (type.kind) {
      case "scalar":
        return scalarWithin(type.name, limits);
      case "literals":
        return type.values[0];
      case "list":
        return this.#items(type.element, limits, path);
      case "tuple":
        return type.elements.map((element, index) => this.#value(element, [], `${path}[${index}]`));
      case "map":
        return countOf(limits, "minProperties") === 0
          ? {}
          : { example: this.#value(type.value, [], `${path}.example`) };
      case "embedded":
        return this.#declared(type.of, path);
      case "ref": {
        const shape = typeById(this.universe, type.to)?.shape;
        return shape?.kind === "alias" ? this.#value(shape.of, markers, path) : this.#declared(type.to, path);
      }
    }
  }

  /** Returns a list with one item, or an empty list if the item would contain itself. */
  #items(element: Type, limits: ReadonlyMap<string, unknown>, path: string): unknown[] {
    const id = element.kind === "ref" ? element.to : undefined;
    const wanted = countOf(limits, "minItems");
    const shape = id === undefined ? undefined : typeById(this.universe, id)?.shape;
    if (wanted === 0 && id !== undefined && (this.#around.includes(id) || shape?.kind === "opaque")) return [];
    if (wanted > 1) this.doubts.push(`${path} must have at least ${wanted} items`);
    return [this.#value(element, [], `${path}[0]`)];
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

const texts: { readonly [name in ScalarName]?: unknown } = {
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

/** Returns a value of a scalar type that respects minimum, maximum and the limits of the length. */
function scalarWithin(name: ScalarName, limits: ReadonlyMap<string, unknown>): unknown {
  const value = texts[name] ?? 1;
  if (typeof value === "number") {
    const [minimum, maximum] = [limits.get("minimum"), limits.get("maximum")];
    const above = typeof minimum === "number" ? Math.max(value, minimum) : value;
    return typeof maximum === "number" ? Math.min(above, maximum) : above;
  }
  if (name !== "string") return value;
  const longest = limits.get("maxLength");
  const long = "example".padEnd(countOf(limits, "minLength"), "-example");
  return typeof longest === "number" ? long.slice(0, longest) : long;
}

function countOf(limits: ReadonlyMap<string, unknown>, keyword: string): number {
  const value = limits.get(keyword);
  return typeof value === "number" ? value : 0;
}
