import { validateRules } from "../cel/index.js";
import { Correlated } from "../cel/rules/correlate.js";
import type { ErrorList } from "../field/index.js";
import { schemaHasRules } from "../cel/rules/validator.js";
import { withRuleErrors } from "../rules/rule-errors.js";
import { defaulted } from "./defaulted.js";
import { metaErrors } from "./default-errors.js";
import { listValueErrors } from "./list-errors.js";
import { pruned } from "./prune.js";
import type { CRDSchema } from "./types.js";
import { valueErrors } from "./value-errors.js";

/** How API servers answer a request to write a custom resource. */
export interface ObjectAnswer {
  /** The object with defaults, and without unknown fields. */
  readonly object: unknown;
  readonly errors: ErrorList;
}

/**
 * Returns the answer of an API server to an object of a definition's version: the object is
 * completed and pruned, then its schema, its lists and the CEL rules are checked. Of its metadata,
 * only the form is checked.
 *
 * @param oldObject the object before an update; undefined when it is created
 * @param kubernetes the version of the API server, such as 1.31; the newest by default
 * @throws RangeError for a wrong version
 */
export function answerOfDefinition(
  schema: CRDSchema,
  object: unknown,
  oldObject?: unknown,
  kubernetes?: string,
): ObjectAnswer {
  const complete = (value: unknown) => pruned(defaulted(value, schema), rootOf(schema));
  const [value, old] = [complete(object), oldObject === undefined ? undefined : complete(oldObject)];
  return { object: value, errors: objectErrors(schema, value, old, kubernetes) };
}

/** The names of the kind and of the object are kept. */
function rootOf(schema: CRDSchema): CRDSchema {
  return { ...schema, "x-kubernetes-embedded-resource": true };
}

/** Returns the errors of a complete object, with Kubernetes' texts. */
export function objectErrors(schema: CRDSchema, object: unknown, oldObject?: unknown, kubernetes?: string): ErrorList {
  const isUpdate = oldObject !== undefined;
  const update = isUpdate ? new Correlated(object, oldObject, schema) : undefined;
  const oldLists = isUpdate ? listValueErrors(undefined, schema, oldObject) : [];
  const errors = [
    ...valueErrors(undefined, schema, object, update),
    ...metaErrors(undefined, object, schema),
    ...(oldLists.length > 0 ? [] : listValueErrors(undefined, schema, object)),
  ];
  if (!schemaHasRules(schema)) return errors;
  const options = { isRoot: true, ...(kubernetes !== undefined && { version: kubernetes }) };
  return withRuleErrors(errors, undefined, () => validateRules(schema, object, oldObject, options).errors);
}
