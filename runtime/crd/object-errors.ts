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

/** The answer of an API server to a request to write a custom resource. */
export interface ObjectAnswer {
  /** The object with defaults, and without unknown fields. */
  readonly object: unknown;
  readonly errors: ErrorList;
}

/**
 * Returns the answer of an API server to a request to write an object of a definition's version:
 * defaults are added and unknown fields are removed, then the schema, the lists and the CEL rules
 * are checked. Of the object's metadata, only the form is checked.
 *
 * @param oldObject the object before an update; undefined when it is created
 * @param kubernetes the version of the API server, such as 1.31. Default: the newest known one
 * @throws RangeError for an unknown version of Kubernetes
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

/**
 * Returns the schema of a whole object, in which kind, apiVersion and metadata are known fields.
 */
function rootOf(schema: CRDSchema): CRDSchema {
  return { ...schema, "x-kubernetes-embedded-resource": true };
}

/** Returns the errors of an object with defaults, with Kubernetes' messages. */
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
