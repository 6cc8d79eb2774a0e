/**
 * Prefix of the definition names that Kubernetes' OpenAPI documents use for types of apimachinery.
 */

const apimachinery = "io.k8s.apimachinery.pkg";

/** Prefix of the definition names of the types of meta/v1. */
export const metaPackage = `${apimachinery}.apis.meta.v1`;

/**
 * Names of the OpenAPI definitions of types that are encoded as a string, a number or an untyped
 * object.
 */
export const scalarModels = {
  Time: `${metaPackage}.Time`,
  MicroTime: `${metaPackage}.MicroTime`,
  Duration: `${metaPackage}.Duration`,
  FieldsV1: `${metaPackage}.FieldsV1`,
  Quantity: `${apimachinery}.api.resource.Quantity`,
  IntOrString: `${apimachinery}.util.intstr.IntOrString`,
  RawExtension: `${apimachinery}.runtime.RawExtension`,
} as const;

/** Descriptions of the properties apiVersion and kind in OpenAPI documents of all kinds. */
export const typeMetaDescriptions = {
  apiVersion: "The API group and version that the object is written in: group/version.",
  kind: "The kind of the object, in CamelCase. It can't be changed.",
} as const;
