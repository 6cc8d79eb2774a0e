import { shapeOf } from "@apimachinery/runtime";
import type { FieldShape, GroupVersion, SchemaShape, TypeSchema, ValueShape } from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";

/** A JSON schema as OpenAPI 3.0 has it. */
export type OpenAPISchema = Readonly<Record<string, unknown>>;

const metaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

/**
 * The schemas of one group-version's types as components of a document: what the types' own schemas know, which is their
 * structure, but no descriptions and no defaults. Nothing is required: what a client leaves out is decoded as its zero.
 */
export class SchemaComponents {
  readonly #package: string;
  readonly #meta: ReadonlySet<TypeSchema>;
  readonly #names = new Map<TypeSchema, string>();
  readonly #components = new Map<string, OpenAPISchema>();

  constructor({ group, version }: GroupVersion) {
    this.#package = [...group.split(".").reverse(), version].filter((part) => part !== "").join(".");
    this.#meta = reachable([ObjectMetaSchema, ListMetaSchema]);
  }

  /** All that was referred to, by name. */
  all(): Readonly<Record<string, OpenAPISchema>> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A reference to a type, whose component is made where it is not there yet. */
  ref(schema: TypeSchema): OpenAPISchema {
    return { $ref: `#/components/schemas/${this.#names.get(schema) ?? this.#add(schema)}` };
  }

  #add(schema: TypeSchema): string {
    const type = schema.name.slice(schema.name.lastIndexOf(".") + 1);
    const wanted = `${this.#meta.has(schema) ? metaPackage : this.#package}.${type}`;
    const folder = schema.name.slice(0, schema.name.lastIndexOf("."));
    const name = this.#components.has(wanted) ? `${wanted}.${folder}` : wanted;
    this.#names.set(schema, name);
    // Types may refer to themselves: the name has to be taken first.
    this.#components.set(name, {});
    this.#components.set(name, this.#component(shapeOf(schema)));
    return name;
  }

  #component(shape: SchemaShape): OpenAPISchema {
    if (shape.value !== undefined) return this.#value(shape.value);
    if (shape.members !== undefined) return { type: "object", oneOf: Object.values(shape.members).map((member) => this.ref(member())) };
    const properties = Object.entries(shape.fields ?? {}).map(([name, field]) => [name, this.#field(field)] as const);
    const { gvk } = shape;
    return {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(gvk === undefined ? {} : { "x-kubernetes-group-version-kind": [{ group: gvk.group, kind: gvk.kind, version: gvk.version }] }),
    };
  }

  #field(field: FieldShape): OpenAPISchema {
    const markers = {
      ...(field.listType === undefined ? {} : { "x-kubernetes-list-type": field.listType }),
      ...(field.listMapKeys === undefined ? {} : { "x-kubernetes-list-map-keys": field.listMapKeys }),
      ...(field.mapType === undefined ? {} : { "x-kubernetes-map-type": field.mapType }),
      ...(field.patchStrategy === undefined ? {} : { "x-kubernetes-patch-strategy": field.patchStrategy.join(",") }),
      ...(field.patchMergeKey === undefined ? {} : { "x-kubernetes-patch-merge-key": field.patchMergeKey }),
    };
    const value = this.#value(field);
    // Beside a reference nothing else counts (OpenAPI 3.0), unless it stands in an allOf.
    return "$ref" in value && Object.keys(markers).length > 0 ? { allOf: [value], ...markers } : { ...value, ...markers };
  }

  #value(value: ValueShape): OpenAPISchema {
    switch (value.type) {
      case "list":
        return { type: "array", items: this.#value(value.items) };
      case "tuple":
        return { type: "array", items: {} };
      case "map":
        return { type: "object", additionalProperties: this.#value(value.values) };
      case "ref":
      case "embedded":
        return this.ref(value.to());
      default:
        return { ...scalars[value.type], ...("enum" in value ? { enum: value.enum } : {}) };
    }
  }
}

type Scalar = Exclude<ValueShape["type"], "list" | "tuple" | "map" | "ref" | "embedded">;

const integer = (format: string) => ({ type: "integer", format });

const scalars: Readonly<Record<Scalar, OpenAPISchema>> = {
  any: { "x-kubernetes-preserve-unknown-fields": true },
  RawExtension: { type: "object" },
  FieldsV1: { type: "object" },
  boolean: { type: "boolean" },
  string: { type: "string" },
  bytes: { type: "string", format: "byte" },
  Time: { type: "string", format: "date-time" },
  MicroTime: { type: "string", format: "date-time" },
  Duration: { type: "string" },
  Quantity: { oneOf: [{ type: "string" }, { type: "number" }] },
  IntOrString: { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
  int8: integer("int32"),
  int16: integer("int32"),
  int32: integer("int32"),
  int64: integer("int64"),
  uint8: integer("int32"),
  uint16: integer("int32"),
  uint32: integer("int64"),
  uint64: integer("int64"),
  float32: { type: "number", format: "float" },
  float64: { type: "number", format: "double" },
};

function reachable(roots: readonly TypeSchema[]): ReadonlySet<TypeSchema> {
  const seen = new Set<TypeSchema>();
  const visit = (schema: TypeSchema): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    const shape = shapeOf(schema);
    for (const field of [...Object.values(shape.fields ?? {}), ...(shape.value === undefined ? [] : [shape.value])]) visitValue(field);
  };
  const visitValue = (value: ValueShape): void => {
    if (value.type === "ref" || value.type === "embedded") visit(value.to());
    else if (value.type === "list") visitValue(value.items);
    else if (value.type === "map") visitValue(value.values);
  };
  roots.forEach(visit);
  return seen;
}
