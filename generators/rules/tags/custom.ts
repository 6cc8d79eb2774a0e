import { notADeclaration, notExported, wrongSignature } from "../../../engine/model/functions/function-problems.js";
import { appendTo, remedy, replaceSignature } from "../../../engine/base/fix.js";
import { packageById } from "../../../engine/model/lookup.js";
import { printType, typeString } from "../../../engine/print/type.js";
import { reportMarker, type MarkerContext, type MarkerReader, type Reader } from "../context.js";
import { noValidations, rulesOnly, newRule } from "../rule.js";
import type { FunctionDeclaration } from "../../../engine/model/universe.js";
import { validationProblems } from "../../problem-codes/validation.js";
import { upperFirstLetter } from "../../../engine/util/first-letter.js";

const prefix = "ValidateCustom_";

/**
 * Reads `+k8s:customValidation`, which requires a hand-written function that validates the type or
 * property.
 */
export const customValidation: MarkerReader = (site) => {
  const { reader, context } = site;
  const { owner, field } = context;
  const name = `${prefix}${owner.name}${field === undefined ? "" : `_${upperFirstLetter(field.name)}`}`;
  if (reader.isOff(owner.package)) return rulesOnly(newRule({ kind: "custom", name }));
  const output = packageById(reader.universe, reader.outputOf(owner.package) ?? owner.package);
  const fn = output?.functions.find((candidate) => candidate.name === name);
  const signature = signatureOf(reader, context, name);
  if (fn === undefined) {
    const text = `${signature} {\n  return [];\n}`;
    const advice = remedy(appendTo(owner.file.replace(/[^/]*$/, "validation.ts"), text));
    return reportMarker(site, "validation/no-function", `the hand-written function ${name} does not exist`, advice);
  }
  reader.calls(`${fn.file}#${fn.name}`);
  const problem = problemOf(fn, signature);
  if (problem === undefined) return { ...rulesOnly(newRule({ kind: "custom", name })), functions: [fn] };
  reader.report(problem);
  return noValidations;
};

/** Reports hand-written validation functions to which no marker of the package refers. */
export function unusedCustomFunctions(
  { shared, report: add }: Reader,
  functions: readonly FunctionDeclaration[],
): void {
  for (const fn of functions) {
    if (!fn.name.startsWith(prefix) || shared.customFunctions.has(`${fn.file}#${fn.name}`)) continue;
    add({
      ...validationProblems.is("validation/unused-function"),
      message: `${fn.name} is never called: no type or property of this name has \`+k8s:customValidation\``,
      hint: "add `+k8s:customValidation` to the type or property, or rename the function",
      position: fn.position,
      needsAllTypes: true,
    });
  }
}

function problemOf(fn: FunctionDeclaration, signature: string) {
  if (fn.form === "constant")
    return notADeclaration(validationProblems.is("validation/not-a-declaration"), fn, signature);
  if (!fn.exported)
    return notExported(
      validationProblems.is("validation/not-exported"),
      fn,
      remedy(replaceSignature(fn.position, signature)),
    );
  const isRight = fn.parameters.length === 4 && /\bErrorList$|FieldError\[\]$/.test(fn.returnText);
  return isRight ? undefined : wrongSignature(validationProblems.is("validation/wrong-signature"), fn, signature);
}

function signatureOf({ universe }: Reader, { owner, field, value }: MarkerContext, name: string): string {
  const type = typeString(universe, owner);
  const of = field === undefined ? type : `${type}[${JSON.stringify(field.name)}]`;
  const printed = field !== undefined && !value.optional ? printType(universe, value.type) : undefined;
  const text = typeof printed === "string" ? printed : of;
  return `export function ${name}(op: Operation, fldPath: FieldPath | undefined, value: ${text}, oldValue: ${text} | undefined): ErrorList`;
}
