import { createHash } from "node:crypto";
import type { GroupVersionKind, OpenAPIDefinitions, OpenAPISchema } from "@apimachinery/runtime";
import { definitionsFor } from "./components.js";
import { kindsOf } from "./definitions.js";
import type { DocumentInfo, OpenAPIV3 } from "./documents.js";
import type { OpenAPIOperation, PathItem, Paths, OpenAPIResponse } from "./operation.js";
import type { Parameter } from "./parameters.js";
import { mapSchema, mapRecord, nameOfRef } from "./refs.js";

/** An OpenAPI 2.0 document of a whole server. */
export interface Swagger {
  readonly swagger: "2.0";
  readonly info: DocumentInfo;
  readonly paths: Readonly<Record<string, SwaggerPath>>;
  readonly definitions: OpenAPIDefinitions;
  /** Parameters that several operations share, by name. */
  readonly parameters: Readonly<Record<string, SwaggerParameter>>;
}

export interface SwaggerPath {
  readonly parameters?: readonly (SwaggerParameter | SwaggerReference)[];
  readonly [method: string]: SwaggerOperation | readonly (SwaggerParameter | SwaggerReference)[] | undefined;
}

export interface SwaggerOperation {
  readonly description: string;
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  readonly schemes: readonly string[];
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly parameters?: readonly (SwaggerParameter | SwaggerReference)[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly schema?: OpenAPISchema }>>;
  readonly [extension: `x-${string}`]: unknown;
}

export interface SwaggerReference {
  readonly $ref: string;
}

export interface SwaggerParameter {
  readonly name: string;
  readonly in: "query" | "path" | "body";
  readonly description?: string;
  readonly required?: boolean;
  readonly type?: string;
  readonly uniqueItems?: boolean;
  readonly schema?: OpenAPISchema;
}

/**
 * Converts OpenAPI 3.0 documents to one OpenAPI 2.0 document. As in Kubernetes, omits defaults and
 * everything that version 2.0 cannot express.
 */
export function swaggerOf(documents: readonly OpenAPIV3[], info: DocumentInfo): Swagger {
  // The cast is safe, because Object.assign has no type for any number of arguments.
  const paths = Object.assign({}, ...documents.map((document) => document.paths)) as Paths;
  const parameters = new SharedParameters();
  return {
    swagger: "2.0",
    info,
    paths: sorted(mapRecord(paths, (item) => pathOf(item, parameters))),
    // Definitions to which only `oneOf` refers are left out, because OpenAPI 2.0 has no `oneOf`.
    definitions: definitionsFor(paths, definitionsOf(documents)),
    parameters: sorted(parameters.all()),
  };
}

function sorted<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Merges the definitions of several documents. If several documents contain a definition, the
 * merged definition lists the kinds of all of them.
 */
function definitionsOf(documents: readonly OpenAPIV3[]): OpenAPIDefinitions {
  const definitions: Record<string, OpenAPISchema> = {};
  for (const { components } of documents) {
    for (const [name, schema] of Object.entries(components.schemas)) {
      const known = definitions[name];
      definitions[name] =
        known === undefined
          ? mapSchema(schema, definitionOf)
          : withKinds(known, [...kindsOf(known), ...kindsOf(schema)]);
    }
  }
  return definitions;
}

function withKinds(schema: OpenAPISchema, kinds: readonly GroupVersionKind[]): OpenAPISchema {
  const unique = [...new Map(kinds.map((kind) => [`${kind.group}/${kind.version}/${kind.kind}`, kind])).values()];
  return unique.length === 0 ? schema : { ...schema, "x-kubernetes-group-version-kind": unique };
}

/** Keywords that OpenAPI 2.0 does not have, or that Kubernetes omits in its documents. */
const unsaid = new Set(["allOf", "oneOf", "nullable", "default", "$ref"]);

function definitionOf(schema: OpenAPISchema): OpenAPISchema {
  const { allOf, oneOf, type } = schema;
  const [reference] = allOf ?? [];
  const ref = schema.$ref ?? reference?.$ref;
  const said = Object.fromEntries(Object.entries(schema).filter(([key]) => !unsaid.has(key)));
  // As in Kubernetes, a union of plain values becomes a string. Examples are quantities, and values
  // that can be a number or a string.
  const text = oneOf !== undefined && type !== "object" ? ({ type: "string" } as const) : {};
  return { ...said, ...text, ...(ref === undefined ? {} : { $ref: `#/definitions/${nameOfRef(ref)}` }) };
}

function pathOf({ parameters, ...methods }: PathItem, shared: SharedParameters): SwaggerPath {
  const operations = mapRecord(methods, (operation) => operationOf(operation, shared));
  return parameters === undefined
    ? operations
    : { ...operations, parameters: parameters.map((parameter) => shared.ref(parameter)) };
}

function operationOf(
  { tags, description, operationId, parameters = [], requestBody, responses, ...extensions }: OpenAPIOperation,
  shared: SharedParameters,
): SwaggerOperation {
  const [media] = Object.entries(requestBody?.content ?? {});
  const body =
    media === undefined
      ? []
      : [
          {
            name: "body",
            in: "body" as const,
            ...(requestBody?.required === true ? { required: true } : {}),
            schema: schemaOf(media[1].schema),
          },
        ];
  const all = [...body, ...parameters.map((parameter) => shared.ref(parameter))];
  return {
    description,
    consumes: requestBody === undefined ? ["*/*"] : Object.keys(requestBody.content),
    produces: Object.keys(Object.values(responses)[0]?.content ?? {}),
    schemes: ["https"],
    tags,
    operationId,
    ...(all.length === 0 ? {} : { parameters: all }),
    responses: { ...mapRecord(responses, responseOf), 401: { description: "Unauthorized" } },
    ...extensions,
  };
}

function responseOf({ description, content = {} }: OpenAPIResponse) {
  const [media] = Object.values(content);
  return { description, ...(media === undefined ? {} : { schema: schemaOf(media.schema) }) };
}

function schemaOf(schema: OpenAPISchema): OpenAPISchema {
  return mapSchema(schema, definitionOf);
}

/**
 * Collects shared parameters. As in Kubernetes, their names depend on their content, so equal
 * parameters have one name.
 */
class SharedParameters {
  readonly #byName = new Map<string, SwaggerParameter>();
  readonly #names = new Map<Parameter, string>();

  ref(parameter: Parameter): SwaggerParameter | SwaggerReference {
    // The parameter for an object's name is not shared, because its description contains the kind.
    if (parameter.in === "path" && parameter.name === "name") return parameterOf(parameter);
    let name = this.#names.get(parameter);
    if (name === undefined) {
      const plain = parameterOf(parameter);
      name = `${plain.name}-${createHash("sha256").update(JSON.stringify(plain)).digest("base64url").slice(0, 8)}`;
      this.#names.set(parameter, name);
      this.#byName.set(name, plain);
    }
    return { $ref: `#/parameters/${name}` };
  }

  all(): Readonly<Record<string, SwaggerParameter>> {
    return Object.fromEntries(this.#byName);
  }
}

function parameterOf({ schema, ...parameter }: Parameter): SwaggerParameter {
  return {
    ...parameter,
    ...(schema.type === undefined ? {} : { type: schema.type }),
    ...(schema.uniqueItems === true ? { uniqueItems: true } : {}),
  };
}
