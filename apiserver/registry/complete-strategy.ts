import type { ErrorList } from "@apimachinery/runtime";
import type { APIObject } from "./api-object.js";
import type { RequestContext } from "./context.js";
import { simpleName } from "./names.js";
import type { Strategy } from "./strategy.js";
import { validatePathSegmentName } from "./validate-metadata.js";

/** A strategy with what it does not say filled in, as functions that need no `this`. */
export interface CompleteStrategy {
  readonly isNamespaced: boolean;
  readonly allowCreateOnUpdate: boolean;
  readonly allowUnconditionalUpdate: boolean;
  readonly validateName: (name: string, isPrefix: boolean) => readonly string[];
  readonly generateName: (base: string) => string;
  readonly prepareForCreate: (context: RequestContext, object: APIObject) => void;
  readonly validate: (context: RequestContext, object: APIObject) => ErrorList;
  readonly warningsOnCreate: (context: RequestContext, object: APIObject) => readonly string[];
  readonly canonicalize: (object: APIObject) => void;
  readonly prepareForUpdate: (context: RequestContext, object: APIObject, old: Readonly<APIObject>) => void;
  readonly validateUpdate: (context: RequestContext, object: APIObject, old: Readonly<APIObject>) => ErrorList;
  readonly warningsOnUpdate: (context: RequestContext, object: APIObject, old: Readonly<APIObject>) => readonly string[];
  readonly selectableFields: ((object: APIObject) => Readonly<Record<string, string>>) | undefined;
}

/** @param given may be an instance whose methods need it */
export function completeStrategy(given: Strategy<APIObject>, isNamespaced: boolean): CompleteStrategy {
  const nothing = () => undefined;
  const none = () => [];
  const validate = given.validate?.bind(given) ?? none;
  return {
    isNamespaced,
    allowCreateOnUpdate: given.allowCreateOnUpdate ?? false,
    allowUnconditionalUpdate: given.allowUnconditionalUpdate ?? false,
    validateName: given.validateName?.bind(given) ?? validatePathSegmentName,
    generateName: given.generateName?.bind(given) ?? simpleName,
    prepareForCreate: given.prepareForCreate?.bind(given) ?? nothing,
    validate,
    warningsOnCreate: given.warningsOnCreate?.bind(given) ?? none,
    canonicalize: given.canonicalize?.bind(given) ?? nothing,
    prepareForUpdate: given.prepareForUpdate?.bind(given) ?? nothing,
    validateUpdate: given.validateUpdate?.bind(given) ?? validate,
    warningsOnUpdate: given.warningsOnUpdate?.bind(given) ?? none,
    selectableFields: given.selectableFields?.bind(given),
  };
}
