/** CustomResourceDefinitions: their types, and Kubernetes' validation. */
export { crdErrors, type CRDErrorOptions } from "./crd-errors.js";
export { defaulted } from "./defaulted.js";
export { errorBody, errorText, type FieldError } from "../field/index.js";
export { formProblems, type FormProblem } from "./form.js";
export { formatNames, numberFormats, namedStringFormat, stringSample } from "./formats.js";
export { isProtectedGroup } from "./metadata-errors.js";
export { estimatedSchema, languageOf } from "./kubernetes-version.js";
export { pathsOfField, valueInDefinition, type DefinitionPath } from "./places.js";
export type * from "./types.js";
export { valueErrors } from "./value-errors.js";
export { withoutDefaults } from "./without-defaults.js";
export { answerOfDefinition, type ObjectAnswer } from "./object-errors.js";
