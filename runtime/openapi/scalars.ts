import type { OpenAPIDefinitions } from "./definition.js";

const apimachinery = "io.k8s.apimachinery.pkg";
const meta = `${apimachinery}.apis.meta.v1`;

/** What are types of their own in Go, and text, numbers or any JSON on the wire. */
export const scalarDefinitions: OpenAPIDefinitions = {
  [`${meta}.Time`]: { description: "A moment, to the second (RFC 3339).", type: "string", format: "date-time" },
  [`${meta}.MicroTime`]: {
    description: "A moment, to the microsecond (RFC 3339).",
    type: "string",
    format: "date-time",
  },
  [`${meta}.Duration`]: { description: "A span of time as Go writes it, such as 1h30m or 300ms.", type: "string" },
  [`${meta}.FieldsV1`]: {
    description:
      "A set of fields as a tree of JSON objects: f:<name>, k:<keys>, v:<value>, i:<index>, and . for the field itself.",
    type: "object",
  },
  [`${meta}.Patch`]: {
    description: "What a request changes of an object, in the form that its Content-Type names.",
    type: "object",
  },
  [`${apimachinery}.api.resource.Quantity`]: {
    description: "A number with a decimal or binary suffix, such as 100m, 1.5, 2Gi or 1e3.",
    oneOf: [{ type: "string" }, { type: "number" }],
  },
  [`${apimachinery}.util.intstr.IntOrString`]: {
    description: "A whole number, or text that says one: a name, or a percentage.",
    format: "int-or-string",
    oneOf: [{ type: "integer" }, { type: "string" }],
  },
  [`${apimachinery}.runtime.RawExtension`]: { description: "An object of any kind, kept as it is.", type: "object" },
};
