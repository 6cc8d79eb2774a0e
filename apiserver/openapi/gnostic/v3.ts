import type { OpenAPISchema } from "@apimachinery/runtime";
import type { OpenAPIV3 } from "../documents.js";
import type { Content, Operation, PathItem, Response } from "../operation.js";
import type { Parameter } from "../parameters.js";
import { any, encoderOf, extensions, named, type Encode, type Message } from "./messages.js";

/** The message types of gnostic's openapi.v3 that documents of a server need. */
const messages = {
  Document: "openapi:1:string info:2:Info paths:4:Paths components:5:Components",
  Info: "title:1:string version:6:string",
  Paths: "path:1:NamedPathItem*",
  NamedPathItem: "name:1:string value:2:PathItem",
  PathItem:
    "get:4:Operation put:5:Operation post:6:Operation delete:7:Operation patch:10:Operation parameters:13:ParameterOrReference*",
  Operation:
    "tags:1:string* description:3:string operationId:5:string parameters:6:ParameterOrReference* requestBody:7:RequestBodyOrReference responses:8:Responses specificationExtension:13:NamedAny*",
  ParameterOrReference: "parameter:1:Parameter",
  Parameter: "name:1:string in:2:string description:3:string required:4:bool schema:10:SchemaOrReference",
  RequestBodyOrReference: "requestBody:1:RequestBody",
  RequestBody: "content:2:MediaTypes required:3:bool",
  MediaTypes: "additionalProperties:1:NamedMediaType*",
  NamedMediaType: "name:1:string value:2:MediaType",
  MediaType: "schema:1:SchemaOrReference",
  Responses: "responseOrReference:2:NamedResponse*",
  NamedResponse: "name:1:string value:2:ResponseOrReference",
  ResponseOrReference: "response:1:Response",
  Response: "description:1:string content:3:MediaTypes",
  Components: "schemas:1:Schemas",
  Schemas: "additionalProperties:1:NamedSchema*",
  NamedSchema: "name:1:string value:2:SchemaOrReference",
  SchemaOrReference: "schema:1:Schema reference:2:Reference",
  Reference: "ref:1:string",
  Schema:
    "nullable:1:bool multipleOf:10:double maximum:11:double exclusiveMaximum:12:bool minimum:13:double exclusiveMinimum:14:bool maxLength:15:int64 minLength:16:int64 pattern:17:string maxItems:18:int64 minItems:19:int64 uniqueItems:20:bool maxProperties:21:int64 minProperties:22:int64 required:23:string* enum:24:Any* type:25:string allOf:26:SchemaOrReference* oneOf:27:SchemaOrReference* items:30:Items properties:31:Schemas additionalProperties:32:AdditionalProperties default:33:Default description:34:string format:35:string specificationExtension:36:NamedAny*",
  Items: "schemaOrReference:1:SchemaOrReference*",
  AdditionalProperties: "schemaOrReference:1:SchemaOrReference",
  Default: "number:1:double boolean:2:bool string:3:string",
  NamedAny: "name:1:string value:2:Any",
  Any: "yaml:2:string",
};

let encode: Encode | undefined;

/** Encodes a document of version 3 as gnostic's `openapi.v3.Document`. */
export function encodeDocument({ openapi, info, paths, components }: OpenAPIV3): Uint8Array {
  encode ??= encoderOf("Document", messages);
  return encode({
    openapi,
    info,
    paths: { path: named(paths, pathItem) },
    components: { schemas: { additionalProperties: named(components.schemas, schema) } },
  });
}

function pathItem({ parameters = [], ...methods }: PathItem): Message {
  const operations = Object.entries(methods).map(([method, item]: [string, Operation]): [string, Message] => [
    method,
    operation(item),
  ]);
  return { ...Object.fromEntries(operations), parameters: parameters.map(parameterItem) };
}

function operation(item: Operation): Message {
  const { parameters = [], requestBody, responses, ...rest } = item;
  return {
    ...rest,
    parameters: parameters.map(parameterItem),
    ...(requestBody === undefined
      ? {}
      : { requestBody: { requestBody: { ...requestBody, content: mediaTypes(requestBody.content) } } }),
    responses: { responseOrReference: named(responses, response) },
    specificationExtension: extensions(item),
  };
}

function response({ description, content = {} }: Response): Message {
  return { response: { description, content: mediaTypes(content) } };
}

function mediaTypes(content: Content): Message {
  return { additionalProperties: named(content, (media) => ({ schema: schema(media.schema) })) };
}

function parameterItem({ schema: of, ...rest }: Parameter): Message {
  return { parameter: { ...rest, schema: schema(of) } };
}

function schema(of: OpenAPISchema): Message {
  const { $ref, items, properties, additionalProperties, enum: members, oneOf, allOf, default: preset, ...rest } = of;
  if ($ref !== undefined) return { reference: { ref: $ref } };
  return {
    schema: {
      ...rest,
      ...(items === undefined ? {} : { items: { schemaOrReference: [schema(items)] } }),
      ...(properties === undefined ? {} : { properties: { additionalProperties: named(properties, schema) } }),
      ...(additionalProperties === undefined
        ? {}
        : { additionalProperties: { schemaOrReference: schema(additionalProperties) } }),
      ...(members === undefined ? {} : { enum: members.map(any) }),
      ...(oneOf === undefined ? {} : { oneOf: oneOf.map(schema) }),
      ...(allOf === undefined ? {} : { allOf: allOf.map(schema) }),
      ...presetOf(preset),
      specificationExtension: extensions(of),
    },
  };
}

/**
 * Returns the default as a message, which has fields for plain values only. Other values become an
 * empty message.
 */
function presetOf(value: unknown): Message {
  if (value === undefined) return {};
  const type = typeof value;
  return { default: type === "number" || type === "boolean" || type === "string" ? { [type]: value } : {} };
}
