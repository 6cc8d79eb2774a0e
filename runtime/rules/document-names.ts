/** Names and descriptions that Kubernetes' OpenAPI documents have for all APIs. */

const apimachinery = "io.k8s.apimachinery.pkg";

/** Package name of meta/v1. */
export const metaPackage = `${apimachinery}.apis.meta.v1`;

/** Names of the definitions of types that are strings, numbers or any JSON value on the wire. */
export const scalarModels = {
  Time: `${metaPackage}.Time`,
  MicroTime: `${metaPackage}.MicroTime`,
  Duration: `${metaPackage}.Duration`,
  FieldsV1: `${metaPackage}.FieldsV1`,
  Quantity: `${apimachinery}.api.resource.Quantity`,
  IntOrString: `${apimachinery}.util.intstr.IntOrString`,
  RawExtension: `${apimachinery}.runtime.RawExtension`,
} as const;

/** Descriptions of the properties apiVersion and kind, which every kind has. */
export const typeMetaDescriptions = {
  apiVersion: "The API group and version that the object is written in: group/version.",
  kind: "The kind of the object, in CamelCase. It can't be changed.",
} as const;
