/** Descriptions of the properties apiVersion and kind, which every kind has. */
export const typeMetaDescriptions = {
  apiVersion: "The API group and version that the object is written in: group/version.",
  kind: "The kind of the object, in CamelCase. It can't be changed.",
} as const;
