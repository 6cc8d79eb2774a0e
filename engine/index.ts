/**
 * The API for custom generators: the types of a generator, and the functions with which codegen's
 * generators read the model and print code.
 *
 * @packageDocumentation
 */
export {
  addMarker,
  addPackageMarker,
  appendTo,
  exportIt,
  remedy,
  remedyAs,
  removeMarker,
  replaceMarker,
  replaceSignature,
  replaceText,
} from "./base/fix.js";
export { defineProblems } from "./base/define-problems.js";
export type { ProblemCodes, ProblemHead, ProblemPlace, ProblemRow, ProblemTable } from "./base/define-problems.js";
export type { Edit, Fix, Remedy } from "./base/fix.js";
export type {
  FilePlan,
  Generator,
  OptionDefinition,
  Plan,
  PlanInput,
  PlannedOptionProblem,
  UnknownKey,
} from "./plan/generator.js";
export type { Violation, ViolationReport } from "./model/violations/violation.js";
export { defineMarker } from "./markers/define-marker.js";
export type { Marked, MarkerHandle, MarkerSpec, Occurrence, Parsed } from "./markers/define-marker.js";
export type {
  FolderRole,
  Marker,
  MarkerDefinition,
  MarkerFault,
  MarkerFolder,
  MarkerPlace,
  MarkerValue,
} from "./markers/marker.js";
export type * from "./model/universe.js";
export { folders, isScalar, objectOf, packageById, sameType, typeById, underlying } from "./model/lookup.js";
export { names, parseFunctionName } from "./base/names.js";
export type { FunctionName } from "./base/names.js";
export { nearest } from "./util/nearest.js";
export { pluralOf } from "./util/plural.js";
export type { Printable, SymbolRef } from "./base/symbol.js";
export { printType } from "./print/type.js";
export type { Position, Problem, ProblemCode, Severity } from "./base/problem.js";
