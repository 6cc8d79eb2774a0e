import type { APIObject } from "../request/api-object.js";
import { secondsOfGrace, type GracePeriod } from "./grace-period.js";
import { simpleName } from "./names.js";
import { strategyHooks, type Hooks } from "./store-hooks.js";
import type { HookStrategy, Strategy, StatusStrategy } from "./strategy.js";
import { type Subresources, connects, type Subresource } from "./subresource.js";
import {
  booleansByName,
  fieldErrors,
  isUndefinedResult,
  strategyFunction,
  isStringResult,
  areStrings,
  areStringsByName,
  trueOrFalse,
  type ResultCheck,
} from "./strategy-function.js";
import { validateCommonName } from "./validate-metadata.js";
import { nearestName } from "../util/nearest.js";

/**
 * A strategy with a default for each absent property. Its functions do not use `this`. They throw
 * an error if a function of the application returns an invalid result.
 */
export interface CompleteStrategy extends Required<
  Omit<
    Strategy<APIObject>,
    | keyof HookStrategy<APIObject>
    | "gracePeriodSeconds"
    | "prepareForDelete"
    | "selectableFields"
    | "status"
    | "table"
    | "ttl"
    | "validateOnUpdate"
  >
> {
  /** True if only writes of the status subresource change the status of an object. */
  readonly separatesStatus: boolean;
  /**
   * Returns all errors of an update: the errors of the kind's `validateUpdate`, and the errors of
   * `validate` unless the strategy disables it for updates.
   */
  readonly validateUpdate: Required<Strategy<APIObject>>["validateUpdate"];
  /** Returns the time to live of an object in seconds; 0 if it has none. */
  readonly ttl: (object: APIObject) => number;
  readonly selectableFields: ((object: APIObject) => Readonly<Record<string, string>>) | undefined;
  /** Returns the grace period of a deletion. Undefined for a kind without graceful deletion. */
  readonly gracePeriodSeconds: GracePeriod | undefined;
  /** Changes an object whose deletion begins. Undefined if a deletion changes only the metadata. */
  readonly prepareForDelete: ((object: APIObject) => void) | undefined;
  readonly hooks: Hooks;
}

const noOptions: Readonly<Record<string, boolean>> = {};

/**
 * Returns a strategy in which absent properties have their defaults.
 * @param given strategy of the application; it can be an instance of a class, because its functions
 *   are bound to it
 * @param kind name of the kind, for messages
 * @param reserved names of the subresources that markers declare
 * @throws Error for an invalid `ttl`, or for a subresource that cannot be served
 */
export function completeStrategy(
  given: Strategy<APIObject>,
  isNamespaced: boolean,
  kind: string,
  reserved: readonly string[] = [],
): CompleteStrategy {
  const bound = <A extends readonly unknown[], R>(
    name: string,
    fn: ((...args: A) => R) | undefined,
    check: ResultCheck,
  ) => fn && strategyFunction(`${name} of ${kind}`, fn, check);
  const ignore = () => undefined;
  const none = () => [];
  const validate = bound("validate", given.validate?.bind(given), fieldErrors) ?? none;
  const validateUpdate = bound("validateUpdate", given.validateUpdate?.bind(given), fieldErrors) ?? none;
  const validateOnUpdate = given.validateOnUpdate ?? true;
  return {
    isNamespaced,
    separatesStatus: false,
    managedFields: given.managedFields ?? true,
    listItemsHaveKind: given.listItemsHaveKind ?? false,
    resetFields: given.resetFields ?? {},
    allowCreateOnUpdate: given.allowCreateOnUpdate ?? false,
    allowUnconditionalUpdate: given.allowUnconditionalUpdate ?? false,
    validateName: bound("validateName", given.validateName?.bind(given), areStrings) ?? validateCommonName,
    generateName: bound("generateName", given.generateName?.bind(given), isStringResult) ?? simpleName,
    prepareForCreate: bound("prepareForCreate", given.prepareForCreate?.bind(given), isUndefinedResult) ?? ignore,
    validate,
    warningsOnCreate: bound("warningsOnCreate", given.warningsOnCreate?.bind(given), areStrings) ?? none,
    canonicalize: bound("canonicalize", given.canonicalize?.bind(given), isUndefinedResult) ?? ignore,
    prepareForUpdate: bound("prepareForUpdate", given.prepareForUpdate?.bind(given), isUndefinedResult) ?? ignore,
    validateUpdate: (context, object, old) => [
      ...(validateOnUpdate ? validate(context, object) : []),
      ...validateUpdate(context, object, old),
    ],
    warningsOnUpdate: bound("warningsOnUpdate", given.warningsOnUpdate?.bind(given), areStrings) ?? none,
    validationOptions:
      bound("validationOptions", given.validationOptions?.bind(given), booleansByName) ?? (() => noOptions),
    ttl: timeToLive(given, kind),
    selectableFields: bound("selectableFields", given.selectableFields?.bind(given), areStringsByName),
    gracePeriodSeconds: bound("gracePeriodSeconds", given.gracePeriodSeconds?.bind(given), secondsOfGrace),
    defaultGarbageCollectionPolicy: given.defaultGarbageCollectionPolicy ?? "DeleteDependents",
    allowDeleteCollection: given.allowDeleteCollection ?? true,
    remainsDuringDeletion:
      bound("remainsDuringDeletion", given.remainsDuringDeletion?.bind(given), trueOrFalse) ?? (() => false),
    prepareForDelete: bound("prepareForDelete", given.prepareForDelete?.bind(given), isUndefinedResult),
    hooks: strategyHooks(given, kind),
    subresources: completeSubresources(given.subresources, kind, reserved),
  };
}

/** Maximum time to live in seconds. etcd refuses longer leases. */
const longest = 9_000_000_000;

const expected = `an integer from 1 to ${longest}: the number of seconds after which an object is deleted`;

/**
 * Returns a function that returns the time to live of an object in seconds; 0 if it has none.
 * @param given strategy of the application
 * @param kind name of the kind, for messages
 * @throws Error if `ttl` of the strategy is an invalid number
 */
function timeToLive(given: Strategy<APIObject>, kind: string): (object: APIObject) => number {
  const { ttl } = given;
  if (ttl === undefined) return () => 0;
  if (typeof ttl === "function") return strategyFunction(`ttl of ${kind}`, ttl.bind(given), secondsOrNone);
  if (!isSeconds(ttl)) throw new Error(`the strategy of ${kind} has the ttl ${shown(ttl)}: set ${expected}`);
  return () => ttl;
}

const secondsOrNone: ResultCheck = (result) =>
  result === 0 || isSeconds(result) ? undefined : `${expected}, or 0 for an object that stays`;

function isSeconds(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= longest;
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/**
 * Matches the subresource names that are valid in a path, in a role and in an OpenAPI operation.
 */
const validName = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/**
 * Checks the subresources of a strategy and returns them.
 * @param reserved names of the subresources that markers declare
 * @throws Error for a subresource that cannot be served
 */
function completeSubresources(
  given: Subresources<APIObject> = {},
  kind: string,
  reserved: readonly string[],
): Subresources<APIObject> {
  for (const [name, subresource] of Object.entries(given)) {
    const problem = reserved.includes(name)
      ? "a marker declares it already: remove the marker, or rename the subresource"
      : problemOf(name, subresource);
    if (problem !== undefined) throw new Error(`the subresource ${name} of ${kind} cannot be served: ${problem}`);
  }
  return given;
}

function problemOf(name: string, subresource: Subresource<APIObject>): string | undefined {
  if (!validName.test(name))
    return "its name must have at most 63 lower case letters, digits and hyphens, begin with a letter, and not end with a hyphen";
  if (connects(subresource))
    return subresource.methods.length === 0 ? "`methods` must name at least one HTTP method" : undefined;
  const has = (action: "get" | "update" | "create") => subresource[action] !== undefined;
  if (!has("get") && !has("update") && !has("create"))
    return "it needs one of the functions get, update, create and connect";
  return has("update") && !has("get")
    ? "`update` needs `get`, which returns the object that a client changes"
    : undefined;
}

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
