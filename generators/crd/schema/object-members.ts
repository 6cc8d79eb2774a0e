import { immutable } from "../markers.js";
import type { ObjectShape, TypeDeclaration } from "../../../engine/model/universe.js";
import { typeMetaDescriptions } from "../../openapi/type-meta.js";
import { isRequired } from "../required.js";
import { escapedName } from "../../../runtime/cel/index.js";
import type { JSONSchema, Rule } from "./json-schema.js";
import { memberRules } from "./member-rules.js";
import type { SchemaBuilder } from "./schema-builder.js";

/** The properties apiVersion and kind. */
const typeMeta: { readonly [name: string]: JSONSchema } = {
  apiVersion: { description: typeMetaDescriptions.apiVersion, type: "string" },
  kind: { description: typeMetaDescriptions.kind, type: "string" },
};

/**
 * Returns the properties of an object, the names of those that requests must contain, and rules.
 */
export function objectMembers(builder: SchemaBuilder, type: TypeDeclaration, shape: ObjectShape): JSONSchema {
  const { universe } = builder;
  const own = shape.fields.map((field) => [field.name, builder.field(type, field)] as const);
  const required = shape.fields.filter((field) => isRequired(universe, type, field)).map(({ name }) => name);
  const rules = [...immutableRules(shape, required), ...memberRules(shape)];
  const properties = Object.fromEntries([...(shape.typeMeta === undefined ? [] : Object.entries(typeMeta)), ...own]);
  return {
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required: required.toSorted() }),
    ...(rules.length === 0 ? {} : { "x-kubernetes-validations": rules }),
  };
}

/** Returns the rules that an immutable property is not removed. */
function immutableRules({ fields }: ObjectShape, required: readonly string[]): readonly Rule[] {
  return fields
    .filter((field) => immutable.has(field) && !required.includes(field.name))
    .flatMap(({ name }) => {
      const path = escapedName(name);
      if (path === undefined) return [];
      return [{ rule: `!has(oldSelf.${path}) || has(self.${path})`, message: `field ${name} is immutable once set` }];
    });
}
