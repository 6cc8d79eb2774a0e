/** CustomResourceDefinitions: their form, and Kubernetes' validation of them. */
export { crdErrors } from "./crd-errors.js";
export { formatNames, numberFormats, textFormat } from "./formats.js";
export type * from "./types.js";
