import type { OpenAPISchema } from "@apimachinery/runtime";
import type { Swagger, SwaggerOperation, SwaggerParameter, SwaggerPath, SwaggerReference } from "../swagger.js";
import {
  anyMessage,
  constraintFields,
  documentEncoder,
  extensions,
  namedMessages,
  namedTypes,
  type PlainMessage,
} from "./messages.js";
import { mapRecord } from "../refs.js";

/** Declarations of the message types of gnostic's package openapi.v2 that server documents need. */
const messages = `
message Document {
  string swagger = 1;
  Info info = 2;
  Paths paths = 8;
  Definitions definitions = 9;
  ParameterDefinitions parameters = 10;
}
message Info {
  string title = 1;
  string version = 2;
}
message Paths {
  repeated NamedPathItem path = 2;
}
message PathItem {
  Operation get = 2;
  Operation put = 3;
  Operation post = 4;
  Operation delete = 5;
  Operation head = 7;
  Operation patch = 8;
  repeated ParametersItem parameters = 9;
}
message Operation {
  repeated string tags = 1;
  string description = 3;
  string operationId = 5;
  repeated string produces = 6;
  repeated string consumes = 7;
  repeated ParametersItem parameters = 8;
  Responses responses = 9;
  repeated string schemes = 10;
  repeated NamedAny vendorExtension = 13;
}
message ParametersItem {
  Parameter parameter = 1;
  JsonReference jsonReference = 2;
}
message JsonReference {
  string ref = 1;
}
message ParameterDefinitions {
  repeated NamedParameter additionalProperties = 1;
}
message Parameter {
  BodyParameter bodyParameter = 1;
  NonBodyParameter nonBodyParameter = 2;
}
message BodyParameter {
  string description = 1;
  string name = 2;
  string in = 3;
  bool required = 4;
  Schema schema = 5;
}
message NonBodyParameter {
  QueryParameter query = 3;
  PathParameter path = 4;
}
message QueryParameter {
  bool required = 1;
  string in = 2;
  string description = 3;
  string name = 4;
  string type = 6;
  bool uniqueItems = 20;
}
message PathParameter {
  bool required = 1;
  string in = 2;
  string description = 3;
  string name = 4;
  string type = 5;
  bool uniqueItems = 19;
}
message Responses {
  repeated NamedResponseValue responseCode = 1;
}
message ResponseValue {
  Response response = 1;
}
message Response {
  string description = 1;
  SchemaItem schema = 2;
}
message SchemaItem {
  Schema schema = 1;
}
message Definitions {
  repeated NamedSchema additionalProperties = 1;
}
message Schema {
  string ref = 1;
  string format = 2;
  string description = 4;
  Any default = 5;
${constraintFields(6)}
  AdditionalProperties additionalProperties = 21;
  Strings type = 22;
  Items items = 23;
  Definitions properties = 25;
  repeated NamedAny vendorExtension = 31;
}
message AdditionalProperties {
  Schema schema = 1;
}
message Strings {
  repeated string value = 1;
}
message Items {
  repeated Schema schema = 1;
}
message Any {
  string yaml = 2;
}
${namedTypes({ NamedPathItem: "PathItem", NamedParameter: "Parameter", NamedResponseValue: "ResponseValue", NamedSchema: "Schema", NamedAny: "Any" })}`;

const encode = documentEncoder(messages);

/** Encodes an OpenAPI 2.0 document as gnostic's message `openapi.v2.Document`. */
export function encodeSwagger({ swagger, info, paths, definitions, parameters }: Swagger): Uint8Array {
  return encode({
    swagger,
    info,
    paths: { path: namedMessages(paths, pathItem) },
    definitions: { additionalProperties: namedMessages(definitions, schema) },
    parameters: { additionalProperties: namedMessages(parameters, parameterMessage) },
  });
}

function pathItem({ parameters = [], ...methods }: SwaggerPath): PlainMessage {
  return {
    ...mapRecord(methods, (item) => operation(item as SwaggerOperation)),
    parameters: parameters.map(parametersItem),
  };
}

function operation(item: SwaggerOperation): PlainMessage {
  const { parameters = [], responses, ...rest } = item;
  return {
    ...rest,
    parameters: parameters.map(parametersItem),
    responses: {
      responseCode: namedMessages(responses, ({ description, schema: of }) => ({
        response: { description, schema: of && { schema: schema(of) } },
      })),
    },
    vendorExtension: extensions(item),
  };
}

function parametersItem(item: SwaggerParameter | SwaggerReference): PlainMessage {
  return "$ref" in item ? { jsonReference: { ref: item.$ref } } : { parameter: parameterMessage(item) };
}

function parameterMessage({ schema: of, ...rest }: SwaggerParameter): PlainMessage {
  return rest.in === "body"
    ? { bodyParameter: { ...rest, schema: of && schema(of) } }
    : { nonBodyParameter: { [rest.in]: rest } };
}

function schema(of: OpenAPISchema): PlainMessage {
  const { $ref, type, items, properties, additionalProperties, enum: members, ...rest } = of;
  return {
    ...rest,
    ref: $ref,
    type: type && { value: [type] },
    items: items && { schema: [schema(items)] },
    properties: properties && { additionalProperties: namedMessages(properties, schema) },
    additionalProperties: additionalProperties && { schema: schema(additionalProperties) },
    enum: members?.map(anyMessage),
    default: "default" in of ? anyMessage(of.default) : undefined,
    vendorExtension: extensions(of),
  };
}
