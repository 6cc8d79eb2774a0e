import type { Implementation } from "../values/value.js";
import { authorizationFunctions } from "./authorization.js";
import { cidrFunctions, ipFunctions } from "./ip.js";
import { listExtensions } from "./list-extensions.js";
import { conversions } from "./conversions.js";
import { times } from "./times.js";
import { functionsOnLists } from "./lists.js";
import { namedFormats } from "./named-formats.js";
import { optionalFunctions } from "./optionals.js";
import { quantityFunctions } from "./quantity.js";
import { regexFunctions } from "./regex.js";
import { semverFunctions } from "./semver.js";
import { setFunctions } from "./sets.js";
import { stringFunctions } from "./strings.js";
import { twoVariableFunctions } from "./two-variables.js";
import { urlFunctions } from "./urls.js";

/** The implementations of all overloads by their identifiers. */
export const implementations: ReadonlyMap<string, Implementation> = new Map(
  [
    conversions,
    times,
    urlFunctions,
    authorizationFunctions,
    regexFunctions,
    functionsOnLists,
    optionalFunctions,
    quantityFunctions,
    stringFunctions,
    setFunctions,
    ipFunctions,
    cidrFunctions,
    namedFormats,
    twoVariableFunctions,
    semverFunctions,
    listExtensions,
  ].flatMap((table) => Object.entries(table)),
);
