import type { OpenAPISchema } from "@apimachinery/runtime";
import type { Swagger, SwaggerOperation, SwaggerParameter, SwaggerPath, SwaggerReference } from "../swagger.js";
import { any, encoderOf, extensions, named, type Encode, type Message } from "./messages.js";

const parameter = "required:1:bool in:2:string description:3:string name:4:string";

/** The message types of gnostic's openapi.v2 that documents of a server need. */
const messages = {
  Document: "swagger:1:string info:2:Info paths:8:Paths definitions:9:Definitions parameters:10:ParameterDefinitions",
  Info: "title:1:string version:2:string",
  Paths: "path:2:NamedPathItem*",
  NamedPathItem: "name:1:string value:2:PathItem",
  PathItem:
    "get:2:Operation put:3:Operation post:4:Operation delete:5:Operation patch:8:Operation parameters:9:ParametersItem*",
  Operation:
    "tags:1:string* description:3:string operationId:5:string produces:6:string* consumes:7:string* parameters:8:ParametersItem* responses:9:Responses schemes:10:string* vendorExtension:13:NamedAny*",
  ParametersItem: "parameter:1:Parameter jsonReference:2:JsonReference",
  JsonReference: "ref:1:string",
  ParameterDefinitions: "additionalProperties:1:NamedParameter*",
  NamedParameter: "name:1:string value:2:Parameter",
  Parameter: "bodyParameter:1:BodyParameter nonBodyParameter:2:NonBodyParameter",
  BodyParameter: "description:1:string name:2:string in:3:string required:4:bool schema:5:Schema",
  NonBodyParameter: "query:3:QueryParameter path:4:PathParameter",
  QueryParameter: `${parameter} type:6:string uniqueItems:20:bool`,
  PathParameter: `${parameter} type:5:string uniqueItems:19:bool`,
  Responses: "responseCode:1:NamedResponseValue*",
  NamedResponseValue: "name:1:string value:2:ResponseValue",
  ResponseValue: "response:1:Response",
  Response: "description:1:string schema:2:SchemaItem",
  SchemaItem: "schema:1:Schema",
  Definitions: "additionalProperties:1:NamedSchema*",
  NamedSchema: "name:1:string value:2:Schema",
  Schema:
    "ref:1:string format:2:string description:4:string default:5:Any multipleOf:6:double maximum:7:double exclusiveMaximum:8:bool minimum:9:double exclusiveMinimum:10:bool maxLength:11:int64 minLength:12:int64 pattern:13:string maxItems:14:int64 minItems:15:int64 uniqueItems:16:bool maxProperties:17:int64 minProperties:18:int64 required:19:string* enum:20:Any* additionalProperties:21:AdditionalProperties type:22:Strings items:23:Items properties:25:Definitions vendorExtension:31:NamedAny*",
  AdditionalProperties: "schema:1:Schema",
  Strings: "value:1:string*",
  Items: "schema:1:Schema*",
  NamedAny: "name:1:string value:2:Any",
  Any: "yaml:2:string",
};

let encode: Encode | undefined;

/** Encodes a document of version 2 as gnostic's `openapi.v2.Document`. */
export function encodeSwagger({ swagger, info, paths, definitions, parameters }: Swagger): Uint8Array {
  encode ??= encoderOf("Document", messages);
  return encode({
    swagger,
    info,
    paths: { path: named(paths, pathItem) },
    definitions: { additionalProperties: named(definitions, schema) },
    parameters: { additionalProperties: named(parameters, parameterMessage) },
  });
}

function pathItem({ parameters = [], ...methods }: SwaggerPath): Message {
  const operations = Object.entries(methods).map(([method, item]): [string, Message] => [
    method,
    operation(item as SwaggerOperation),
  ]);
  return { ...Object.fromEntries(operations), parameters: parameters.map(parametersItem) };
}

function operation(item: SwaggerOperation): Message {
  const { parameters = [], responses, ...rest } = item;
  const code = ({ description, schema: of }: SwaggerOperation["responses"][string]): Message => ({
    response: { description, ...(of === undefined ? {} : { schema: { schema: schema(of) } }) },
  });
  return {
    ...rest,
    parameters: parameters.map(parametersItem),
    responses: { responseCode: named(responses, code) },
    vendorExtension: extensions(item),
  };
}

function parametersItem(item: SwaggerParameter | SwaggerReference): Message {
  return "$ref" in item ? { jsonReference: { ref: item.$ref } } : { parameter: parameterMessage(item) };
}

function parameterMessage({ schema: of, ...rest }: SwaggerParameter): Message {
  return rest.in === "body"
    ? { bodyParameter: { ...rest, ...(of === undefined ? {} : { schema: schema(of) }) } }
    : { nonBodyParameter: { [rest.in]: rest } };
}

function schema(of: OpenAPISchema): Message {
  const { $ref, type, items, properties, additionalProperties, enum: members, ...rest } = of;
  return {
    ...rest,
    ...($ref === undefined ? {} : { ref: $ref }),
    ...(type === undefined ? {} : { type: { value: [type] } }),
    ...(items === undefined ? {} : { items: { schema: [schema(items)] } }),
    ...(properties === undefined ? {} : { properties: { additionalProperties: named(properties, schema) } }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: { schema: schema(additionalProperties) } }),
    ...(members === undefined ? {} : { enum: members.map(any) }),
    ...("default" in of ? { default: any(of.default) } : {}),
    vendorExtension: extensions(of),
  };
}
