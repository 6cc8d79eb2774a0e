import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { runtimePackage } from "../../engine/base/runtime-package.js";
import type { FieldShape, SchemaShape, TypeSchema, ValueShape } from "../../runtime/rules/structural.js";
import { patchMarkers } from "./placement.js";
import { gvkOf } from "../../engine/model/group-version.js";
import { ruleData } from "./rules.js";
import { valueView } from "./value.js";

/**
 * Builds the schemas of types. Their content is the same as in the generated constants, except for
 * facts that only decoding and protobuf need. Schemas of types of other npm packages accept any
 * value, because only the names of these types are known.
 */
export class TypeSchemas {
  readonly #universe: Universe;
  readonly #known = new Map<TypeId, TypeSchema>();

  constructor(universe: Universe) {
    this.#universe = universe;
  }

  of(id: TypeId): TypeSchema {
    let known = this.#known.get(id);
    if (known === undefined) this.#known.set(id, (known = this.#schema(id)));
    return known;
  }

  #schema(id: TypeId): SchemaShape {
    const type = typeById(this.#universe, id);
    if (type === undefined || type.shape.kind === "opaque") return foreign(id);
    const gvk = gvkOf(this.#universe, type);
    return {
      name: `${this.#universe.packages[type.package]?.name ?? ""}.${type.name}`,
      ...(gvk !== null && { gvk }),
      ...this.#facts({ kind: "ref", to: id }, type.markers),
      ...this.#shape(type),
    };
  }

  #shape({ shape }: TypeDeclaration): Partial<SchemaShape> {
    switch (shape.kind) {
      case "object": {
        const names = shape.typeMeta === undefined ? [] : ["kind", "apiVersion"];
        const fields = shape.fields.map((field) => [field.name, this.#field(field)] as const);
        return {
          bases: shape.bases.filter((base) => this.#isExported(base)).map((base) => ({ to: () => this.of(base) })),
          fields: { ...Object.fromEntries(names.map((name) => [name, text])), ...Object.fromEntries(fields) },
        };
      }
      case "union":
        return {
          discriminator: shape.discriminator,
          members: Object.fromEntries(shape.members.map(({ value, type }) => [value, () => this.of(type)])),
        };
      case "alias":
        return { value: this.#value(shape.of) };
      case "opaque":
        return {};
    }
  }

  #isExported(id: TypeId): boolean {
    return typeById(this.#universe, id)?.exported === true;
  }

  #field({ type, nullable, markers }: Field): FieldShape {
    return { ...this.#value(type), ...(nullable && { nullable }), ...this.#facts(type, markers) };
  }

  #facts(type: Type, markers: readonly Marker[]): Pick<FieldShape, "listType" | "listMapKeys" | "rules"> {
    const facts = patchMarkers(this.#universe, type, markers).map(({ name, value }) => [name, value] as const);
    const rules = ruleData(markers);
    return { ...Object.fromEntries(facts), ...(rules.length > 0 && { rules }) };
  }

  #value(type: Type): ValueShape {
    const references = { schemaOf: (id: TypeId) => () => this.of(id), keyOf: () => undefined };
    // This assertion is safe, because the names of types are those of the runtime.
    return valueView(type, references, false) as ValueShape;
  }
}

const text = { type: "string" } as const;

/**
 * Returns the schema of a type of another npm package, which accepts any value. For ObjectMeta and
 * ListMeta, it contains only the resourceVersion, because rules can refer to no other property.
 */
function foreign(id: TypeId): SchemaShape {
  const name = `v1.${id.slice(id.indexOf("#") + 1)}`;
  return id.startsWith(`${runtimePackage}#`) && /^v1\.(?:Object|List)Meta$/.test(name)
    ? { name, fields: { resourceVersion: text } }
    : { name, value: { type: "any" } };
}
