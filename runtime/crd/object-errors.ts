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

/** Result of a request to an API server to write a custom resource. */
export interface ObjectAnswer {
  /** The object with defaults and without unknown fields. */
  readonly object: unknown;
  readonly errors: ErrorList;
}

/**
 * Returns the result that an API server returns for a request to write an object of a CRD's
 * version. Adds defaults and removes unknown fields, and then checks the schema, the lists and the
 * CEL rules. Only the form of the metadata is checked.
 *
 * @param oldObject object before an update; undefined if the object is created
 * @param kubernetes version of the API server, such as 1.31. Default: the newest known version
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
 * Returns the schema of a whole object, with which pruning keeps the fields kind, apiVersion and
 * metadata.
 */
function rootOf(schema: CRDSchema): CRDSchema {
  return { ...schema, "x-kubernetes-embedded-resource": true };
}

/** Returns the errors of an object that already has its defaults, with Kubernetes' messages. */
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
