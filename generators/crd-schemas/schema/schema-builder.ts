import type { PlanInput } from "../../../engine/plan/generator.js";
import { typeById } from "../../../engine/model/lookup.js";
import type { Field, ObjectShape, Type, TypeDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Position, Problem } from "../../../engine/base/problem.js";
import { isEqual } from "../../../engine/util/equal.js";
import { constantValue } from "../../type-schemas/default.js";
import { isFilledByDefaults, isRequired } from "../../presence/required.js";
import { countIn } from "../../markers/constraints.js";
import { preserveUnknownFields, schemaless, withoutCEL } from "../../markers/crd.js";
import { crdDescription } from "./description.js";
import { enumAsRule, withStructure } from "./structure.js";
import type { JSONSchema } from "./json-schema.js";
import { merged } from "./merge.js";
import { moduleSchema, type Load } from "./module-schema.js";
import { defaulted } from "../../../runtime/crd/index.js";
import { typeMetaDescriptions } from "../../../runtime/rules/document-names.js";
import { embeddedMetadata } from "../../../runtime/rules/structural.js";
import { literalsSchema, scalarSchema } from "./scalar.js";
import { unionSchema } from "./union.js";
import { exactSize } from "../../../runtime/schema/limits.js";
import { namesInMarker, type CausedRule } from "../rules/causes.js";
import { folded } from "../rules/fold.js";
import type { Folded, SchemaValue } from "../rules/place.js";
import { RuleReader } from "../rules/read-rules.js";
import { crdProblems } from "../../problem-codes/crd.js";

/** Schema that accepts any value. It is used for a value whose type has no structural schema. */
const anything: JSONSchema = { "x-kubernetes-preserve-unknown-fields": true };

/** Schemas of the properties apiVersion and kind. */
const typeMeta: { readonly [name: string]: JSONSchema } = {
  apiVersion: { description: typeMetaDescriptions.apiVersion, type: "string" },
  kind: { description: typeMetaDescriptions.kind, type: "string" },
};

/**
 * Builds structural schemas, which contain the schema of a type at every use of the type. Collects
 * the problems of types, rules and defaults that such a schema cannot express.
 */
export class SchemaBuilder {
  readonly universe: Universe;
  readonly problems: Problem[] = [];
  /** All declared types that the schemas describe. */
  readonly types = new Set<TypeDeclaration>();
  /** Types that contain the current value, to detect recursive types. */
  readonly #open: TypeId[] = [];
  /**
   * Position of the field whose type is being converted; outside fields, the position of the kind.
   */
  #position: Position;
  #label: string;

  readonly #load: Load;
  readonly #rules: RuleReader;

  constructor(input: PlanInput, root: TypeDeclaration) {
    this.universe = input.universe;
    this.#load = input.load;
    this.#rules = new RuleReader(input);
    this.#position = root.position;
    this.#label = root.name;
  }

  /**
   * Returns the schema of a declared type, with its description and the keywords of its markers.
   */
  declared(type: TypeDeclaration): JSONSchema {
    this.types.add(type);
    if (this.#open.includes(type.id)) return this.#recursive(type);
    this.#open.push(type.id);
    const schema = this.#withBases(type, this.#withRules(type, withStructure(this.#shape(type), type.markers)));
    this.#open.pop();
    const description = crdDescription(type.description);
    return description === undefined ? schema : { ...schema, description };
  }

  /**
   * Returns the schema of a property, and the keywords that its rules add to the schema of the
   * object.
   */
  field(of: TypeDeclaration, field: Field): Pick<Folded, "schema" | "object"> {
    const [position, label] = [this.#position, this.#label];
    this.#position = field.position;
    this.#label = `${of.name}.${field.name}`;
    const value = schemaless.has(field) ? {} : this.value(field.type);
    const description = crdDescription(field.description);
    const marked = {
      ...withStructure(value, field.markers),
      ...(field.nullable === true && { nullable: true }),
    };
    const place = { universe: this.universe, type: field.type, schema: marked, field };
    const { schema, object, lost } = folded(this.#rules.ofField(of, field), place);
    this.#warn(lost);
    const result = {
      ...enumAsRule(schema),
      ...(description === undefined ? {} : { description }),
      ...this.#default(of, field, schema),
    };
    [this.#position, this.#label] = [position, label];
    return { schema: result, object };
  }

  /**
   * Returns the schema of a value of a type, without the rules of the property that contains it.
   */
  value(type: Type): JSONSchema {
    switch (type.kind) {
      case "scalar":
        if (type.name === "uint64") this.#warnOfSize();
        return scalarSchema(type.name);
      case "literals":
        return literalsSchema(type.values);
      case "list":
        return { type: "array", items: this.value(type.element) };
      case "map":
        return { type: "object", additionalProperties: this.value(type.value) };
      case "tuple": {
        const count = type.elements.length;
        const [first = anything, ...others] = type.elements.map((element) => this.value(element));
        const isUniform = others.every((other) => isEqual(other, first));
        if (!isUniform) this.warn(this.#position, `the types of the items of ${this.#label}`);
        return { type: "array", items: isUniform ? first : anything, ...exactSize("items", count) };
      }
      case "ref":
        return this.#reference(type.to);
      case "embedded":
        return this.#reference(type.of);
    }
  }

  #reference(id: TypeId): JSONSchema {
    if (id === "@apimachinery/runtime#ObjectMeta") return embeddedMetadata;
    if (id === "@apimachinery/runtime#ListMeta") return { type: "object" };
    const type = typeById(this.universe, id);
    return type === undefined ? anything : this.declared(type);
  }

  /** Adds the rules of a type to the schema of its values. */
  #withRules(type: TypeDeclaration, schema: JSONSchema): JSONSchema {
    const { shape, id, markers } = type;
    const place: SchemaValue = {
      universe: this.universe,
      type: shape.kind === "alias" ? shape.of : { kind: "ref", to: id },
      schema,
      isObject: shape.kind === "object",
      ...(withoutCEL.has(type) && { countedAsKeywords: markers.flatMap((marker) => countIn(marker) ?? []) }),
    };
    const { schema: result, lost } = folded(this.#rules.ofType(type), place);
    this.#warn(lost);
    return result;
  }

  /** Warns of a constraint that a structural schema cannot express. */
  warn(position: Position, what: string): void {
    this.problems.push({
      ...crdProblems.is("crd/lost-rule"),
      message: `a CustomResourceDefinition cannot express ${what}, so a cluster does not apply it`,
      hint: "check the values with +kubebuilder:validation:XValidation, or in a webhook",
      position,
    });
  }

  /** Warns of validation rules that the schema cannot express. */
  #warn(lost: readonly CausedRule[]): void {
    for (const { marker, label } of lost.flatMap(({ cause }) => cause ?? []))
      this.warn(marker.position, `${namesInMarker(marker)} of ${label}`);
  }

  /** Warns of a uint64 value, because no format of an API server accepts its largest numbers. */
  #warnOfSize(): void {
    this.problems.push({
      ...crdProblems.is("crd/uint64"),
      message: `${this.#label} is a uint64, but a cluster refuses values above 9223372036854775807: no format allows larger numbers`,
      hint: "use int64, or string for larger numbers",
      position: this.#position,
    });
  }

  /**
   * Adds the keywords that the markers of an interface's base interfaces declare. The interface's
   * fields already include the fields of its bases.
   */
  #withBases({ shape }: TypeDeclaration, schema: JSONSchema): JSONSchema {
    if (shape.kind !== "object") return schema;
    return shape.bases.reduce((result, id) => {
      const base = typeById(this.universe, id);
      if (base === undefined) return result;
      this.types.add(base);
      const structure = this.#withBases(base, withStructure({ type: "object" }, base.markers));
      return this.#withRules(base, merged(result, withoutDocumentation(structure)));
    }, schema);
  }

  #shape(type: TypeDeclaration): JSONSchema {
    const { shape } = type;
    switch (shape.kind) {
      case "object":
        return { type: "object", ...this.#members(type, shape) };
      case "union":
        return unionSchema(this, shape.discriminator, shape.members);
      case "alias":
        return this.value(shape.of);
      case "opaque":
        return this.#opaque(type);
    }
  }

  /**
   * Returns the schema keywords for an object: the properties, the names of the required
   * properties, and the rules.
   */
  #members(type: TypeDeclaration, shape: ObjectShape): JSONSchema {
    const own = shape.fields.map((field) => ({ name: field.name, ...this.field(type, field) }));
    const required = shape.fields.filter((field) => isRequired(this.universe, type, field)).map(({ name }) => name);
    const properties = Object.fromEntries([
      ...(shape.typeMeta === undefined ? [] : Object.entries(typeMeta)),
      ...own.map(({ name, schema }) => [name, schema] as const),
    ]);
    // The properties are merged from the last to the first, so that the rules of the first property
    // come first.
    return own.reduceRight<JSONSchema>((schema, { object }) => merged(object, schema), {
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required: required.toSorted() }),
    });
  }

  /**
   * Returns the schema of a type of another npm package. If its properties are not known, reports a
   * problem and returns the schema that accepts any value.
   */
  #opaque(type: TypeDeclaration): JSONSchema {
    return (
      moduleSchema(this.#load, type) ??
      this.#refuse("crd/no-schema", `${this.#label} has the type ${type.name}, whose properties are not known`, {
        hint: "declare an interface in the project, or use JSONValue for any value",
      })
    );
  }

  #recursive(type: TypeDeclaration): JSONSchema {
    const message = `${this.#label} contains ${type.name}, which contains itself: a schema in a CustomResourceDefinition cannot be recursive`;
    const markers = [preserveUnknownFields.name, schemaless.name];
    return this.#refuse("crd/recursive-type", message, {
      hint: `to allow any value for the property, add these markers:\n${markers.map((marker) => `+${marker}`).join("\n")}`,
    });
  }

  #default(of: TypeDeclaration, field: Field, schema: JSONSchema): JSONSchema {
    const found = constantValue(this.universe, of, field);
    if (found === undefined)
      return isFilledByDefaults(this.universe, field) ? { default: automaticDefault(schema) } : {};
    if ("value" in found) return { default: found.value };
    return this.#refuse("crd/default-not-literal", `the default of ${this.#label} is not a literal: ${found.fault}`, {
      hint: "write the value as JSON: +default=…",
    });
  }

  #refuse(
    code: "crd/no-schema" | "crd/recursive-type" | "crd/default-not-literal",
    message: string,
    { hint }: { readonly hint: string },
  ): JSONSchema {
    this.problems.push({ ...crdProblems.is(code), message, hint, position: this.#position });
    return code === "crd/default-not-literal" ? {} : anything;
  }
}

/**
 * Returns the default of an object whose required properties all have defaults. API servers check a
 * default without setting the defaults inside of it. So the result contains these defaults if the
 * schema has rules or lists required properties. Otherwise it is empty.
 */
function automaticDefault(schema: JSONSchema): unknown {
  const isEmpty = schema["x-kubernetes-validations"] === undefined && schema.required === undefined;
  return isEmpty ? {} : defaulted({}, schema);
}

/** Returns a schema without the keywords that document its type, such as `title`. */
function withoutDocumentation(schema: JSONSchema): JSONSchema {
  const documenting = ["title", "example", "externalDocs"];
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !documenting.includes(key)));
}
