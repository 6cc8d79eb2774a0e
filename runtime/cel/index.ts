import { environmentOf } from "./environment.js";
import type { Expression } from "./expression.js";
import { parsed } from "./parse.js";
import { Faults, type CELFault } from "./source.js";

export type {
  Comprehension,
  Constant,
  Expression,
  FunctionCall,
  Identifier,
  List,
  Literal,
  MapEntry,
  MapLiteral,
  Message,
  MessageField,
  Missing,
  Select,
} from "./expression.js";
export type { CELFault, CELPosition } from "./source.js";
export { CELBytes, CELUint } from "./values.js";

/** An expression, or its faults. `text` is the text of the faults as cel-go prints it. */
export type ParsedExpression =
  | { readonly expression: Expression; readonly faults?: undefined }
  | { readonly faults: readonly CELFault[]; readonly text: string };

/**
 * Parses an expression, and expands its macros. Types are not checked.
 *
 * @param version the version of Kubernetes whose language is allowed, such as "1.34"; the newest by
 * default
 * @throws RangeError for a wrong version, never for a wrong expression
 */
export function parseExpression(text: string, version?: string): ParsedExpression {
  const wellFormed = text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
  const faults = new Faults(wellFormed);
  const expression = parsed(wellFormed, environmentOf(version), faults);
  return expression === undefined ? { faults: faults.sorted(), text: faults.toString() } : { expression };
}
