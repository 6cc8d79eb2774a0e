import type { OpenAPISchema } from "@apimachinery/runtime";
import type { OpenAPIV3 } from "../documents.js";
import type { OpenAPIContent, OpenAPIOperation, PathItem, OpenAPIResponse } from "../operation.js";
import type { Parameter } from "../parameters.js";
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

/** Declarations of the message types of gnostic's package openapi.v3 that server documents need. */
const messages = `
message Document {
  string openapi = 1;
  Info info = 2;
  Paths paths = 4;
  Components components = 5;
}
message Info {
  string title = 1;
  string version = 6;
}
message Paths {
  repeated NamedPathItem path = 1;
}
message PathItem {
  Operation get = 4;
  Operation put = 5;
  Operation post = 6;
  Operation delete = 7;
  Operation head = 9;
  Operation patch = 10;
  repeated ParameterOrReference parameters = 13;
}
message Operation {
  repeated string tags = 1;
  string description = 3;
  string operationId = 5;
  repeated ParameterOrReference parameters = 6;
  RequestBodyOrReference requestBody = 7;
  Responses responses = 8;
  repeated NamedAny specificationExtension = 13;
}
message ParameterOrReference {
  Parameter parameter = 1;
}
message Parameter {
  string name = 1;
  string in = 2;
  string description = 3;
  bool required = 4;
  SchemaOrReference schema = 10;
}
message RequestBodyOrReference {
  RequestBody requestBody = 1;
}
message RequestBody {
  MediaTypes content = 2;
  bool required = 3;
}
message MediaTypes {
  repeated NamedMediaType additionalProperties = 1;
}
message MediaType {
  SchemaOrReference schema = 1;
}
message Responses {
  repeated NamedResponse responseOrReference = 2;
}
message ResponseOrReference {
  Response response = 1;
}
message Response {
  string description = 1;
  MediaTypes content = 3;
}
message Components {
  Schemas schemas = 1;
}
message Schemas {
  repeated NamedSchema additionalProperties = 1;
}
message SchemaOrReference {
  Schema schema = 1;
  Reference reference = 2;
}
message Reference {
  string ref = 1;
}
message Schema {
  bool nullable = 1;
${constraintFields(10)}
  string type = 25;
  repeated SchemaOrReference allOf = 26;
  repeated SchemaOrReference oneOf = 27;
  Items items = 30;
  Schemas properties = 31;
  AdditionalProperties additionalProperties = 32;
  Default default = 33;
  string description = 34;
  string format = 35;
  repeated NamedAny specificationExtension = 36;
}
message Items {
  repeated SchemaOrReference schemaOrReference = 1;
}
message AdditionalProperties {
  SchemaOrReference schemaOrReference = 1;
}
message Default {
  double number = 1;
  bool boolean = 2;
  string string = 3;
}
message Any {
  string yaml = 2;
}
${namedTypes({ NamedPathItem: "PathItem", NamedMediaType: "MediaType", NamedResponse: "ResponseOrReference", NamedSchema: "SchemaOrReference", NamedAny: "Any" })}`;

const encode = documentEncoder(messages);

/** Encodes an OpenAPI 3.0 document as gnostic's message `openapi.v3.Document`. */
export function encodeDocument({ openapi, info, paths, components }: OpenAPIV3): Uint8Array {
  return encode({
    openapi,
    info,
    paths: { path: namedMessages(paths, pathItem) },
    components: { schemas: { additionalProperties: namedMessages(components.schemas, schema) } },
  });
}

function pathItem({ parameters = [], ...methods }: PathItem): PlainMessage {
  return { ...mapRecord(methods, operation), parameters: parameters.map(parameterItem) };
}

function operation(item: OpenAPIOperation): PlainMessage {
  const { parameters = [], requestBody, responses, ...rest } = item;
  return {
    ...rest,
    parameters: parameters.map(parameterItem),
    requestBody: requestBody && { requestBody: { ...requestBody, content: mediaTypes(requestBody.content) } },
    responses: { responseOrReference: namedMessages(responses, response) },
    specificationExtension: extensions(item),
  };
}

function response({ description, content = {} }: OpenAPIResponse): PlainMessage {
  return { response: { description, content: mediaTypes(content) } };
}

function mediaTypes(content: OpenAPIContent): PlainMessage {
  return { additionalProperties: namedMessages(content, (media) => ({ schema: schema(media.schema) })) };
}

function parameterItem({ schema: of, ...rest }: Parameter): PlainMessage {
  return { parameter: { ...rest, schema: schema(of) } };
}

function schema(of: OpenAPISchema): PlainMessage {
  const { $ref, items, properties, additionalProperties, enum: members, oneOf, allOf, default: preset, ...rest } = of;
  if ($ref !== undefined) return { reference: { ref: $ref } };
  return {
    schema: {
      ...rest,
      items: items && { schemaOrReference: [schema(items)] },
      properties: properties && { additionalProperties: namedMessages(properties, schema) },
      additionalProperties: additionalProperties && { schemaOrReference: schema(additionalProperties) },
      enum: members?.map(anyMessage),
      oneOf: oneOf?.map(schema),
      allOf: allOf?.map(schema),
      default: preset === undefined ? undefined : presetMessage(preset),
      specificationExtension: extensions(of),
    },
  };
}

/**
 * Returns a default value as a message. The message type has fields only for strings, numbers and
 * booleans, so any other value becomes an empty message.
 */
function presetMessage(value: unknown): PlainMessage {
  const type = typeof value;
  return type === "number" || type === "boolean" || type === "string" ? { [type]: value } : {};
}
