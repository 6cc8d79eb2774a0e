/** CustomResourceDefinitions: their form, and Kubernetes' validation of them. */
export { crdErrors, type CRDOptions } from "./crd-errors.js";
export { errorBody, errorText, type FieldError } from "../field/index.js";
export { formFaults, type FormFault } from "./form.js";
export { formatNames, numberFormats, textFormat } from "./formats.js";
export { isProtectedGroup } from "./metadata-errors.js";
export { estimatedSchema, languageOf } from "./kubernetes-version.js";
export { placesOf, valueAt, type Place } from "./places.js";
export type * from "./types.js";
export { answerOf, type ObjectAnswer } from "./object-errors.js";
