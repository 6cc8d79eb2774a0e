import { metaPackage, scalarModels } from "../rules/document-names.js";
import type { OpenAPIDefinitions } from "./definition.js";

/** OpenAPI definitions of types that are strings, numbers or untyped objects on the wire. */
export const scalarDefinitions: OpenAPIDefinitions = {
  [scalarModels.Time]: { description: "A point in time in seconds (RFC 3339).", type: "string", format: "date-time" },
  [scalarModels.MicroTime]: {
    description: "A point in time in microseconds (RFC 3339).",
    type: "string",
    format: "date-time",
  },
  [scalarModels.Duration]: { description: "A duration in Go's format, such as 1h30m or 300ms.", type: "string" },
  [scalarModels.FieldsV1]: {
    description:
      "A set of fields as a tree of JSON objects: f:<name>, k:<keys>, v:<value>, i:<index>, and . for the field itself.",
    type: "object",
  },
  [`${metaPackage}.Patch`]: {
    description: "A change of an object, in the format of the request's Content-Type.",
    type: "object",
  },
  [scalarModels.Quantity]: {
    description: "A number with a decimal or binary suffix, such as 100m, 1.5, 2Gi or 1e3.",
    oneOf: [{ type: "string" }, { type: "number" }],
  },
  [scalarModels.IntOrString]: {
    description: "An integer, or a string such as a name or a percentage.",
    format: "int-or-string",
    oneOf: [{ type: "integer" }, { type: "string" }],
  },
  [scalarModels.RawExtension]: {
    description: "An object of any kind, which is not interpreted.",
    type: "object",
  },
};
