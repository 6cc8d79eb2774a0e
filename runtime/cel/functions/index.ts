import type { Implementations } from "../evaluate/value.js";
import { authorizationFunctions } from "./authorization.js";
import { cidrFunctions, ipFunctions } from "./ip.js";
import { listExtensions } from "./list-extensions.js";
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

/** The functions of all libraries, except those of the standard library. */
export const functions: Implementations = {
  ...urlFunctions,
  ...authorizationFunctions,
  ...regexFunctions,
  ...functionsOnLists,
  ...optionalFunctions,
  ...quantityFunctions,
  ...stringFunctions,
  ...setFunctions,
  ...ipFunctions,
  ...cidrFunctions,
  ...namedFormats,
  ...twoVariableFunctions,
  ...semverFunctions,
  ...listExtensions,
};
