/** @file Expressions outside of schemas: match conditions of webhooks, and rules about tokens. */
export {
  authorizersOf,
  type AccessAnswer,
  type AccessQuestion,
  type Authorize,
  type Authorizers,
} from "../functions/authorization.js";
export { jsonValue } from "../evaluate/json-values.js";
export type { Evaluated } from "../evaluate/program.js";
export { EvaluationError, type Result, type Value } from "../evaluate/value.js";
export { claimsValue, stringsOf, userValue, type DescribedUser } from "./claims.js";
export {
  compileExpression,
  type CompiledExpression,
  type CompileOptions,
  type RefusedExpression,
  type Variables,
} from "./compile-expression.js";
export { claimsDeclarations, matchConditionDeclarations, userDeclarations, type Declarations } from "./declarations.js";
