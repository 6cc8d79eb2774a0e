import type { APIObject } from "../request/api-object.js";
import { nearestName } from "../util/nearest.js";
import type { StatusStrategy, Strategy } from "./strategy.js";

const strategyNames: { readonly [Name in keyof Required<Strategy<APIObject>>]: true } = {
  afterCreate: true,
  afterDelete: true,
  afterUpdate: true,
  allowCreateOnUpdate: true,
  allowDeleteCollection: true,
  allowUnconditionalUpdate: true,
  canonicalize: true,
  decorate: true,
  defaultGarbageCollectionPolicy: true,
  generateName: true,
  gracePeriodSeconds: true,
  isNamespaced: true,
  listItemsHaveKind: true,
  managedFields: true,
  prepareForCreate: true,
  prepareForDelete: true,
  prepareForUpdate: true,
  remainsDuringDeletion: true,
  resetFields: true,
  selectableFields: true,
  status: true,
  subresources: true,
  table: true,
  ttl: true,
  validate: true,
  validateName: true,
  validateOnUpdate: true,
  validateUpdate: true,
  validationOptions: true,
  warningsOnCreate: true,
  warningsOnUpdate: true,
};

const statusNames: { readonly [Name in keyof Required<StatusStrategy<APIObject>>]: true } = {
  prepareForUpdate: true,
  resetFields: true,
  validateUpdate: true,
  warningsOnUpdate: true,
};

/**
 * Checks the names of a strategy's properties. Unknown names are allowed, because a strategy can
 * have helper functions.
 * @throws Error for an unknown name that is similar to a known name, such as `validat`
 */
export function requireKnownFunctions<T extends APIObject>(kind: string, strategy: Strategy<T>): void {
  requireKnown(`the strategy of ${kind}`, strategy, Object.keys(strategyNames));
  if (strategy.status !== undefined)
    requireKnown(`the status strategy of ${kind}`, strategy.status, Object.keys(statusNames));
}

function requireKnown(owner: string, strategy: object, known: readonly string[]): void {
  for (const name of Object.keys(strategy)) {
    const meant = known.includes(name) ? undefined : nearestName(name, known);
    if (meant !== undefined && !(meant in strategy))
      throw new Error(`${owner} has the property ${name}, which the server does not read: did you mean ${meant}?`);
  }
}
