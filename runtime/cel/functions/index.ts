import type { Implementations } from "../evaluate/value.js";
import { authorization } from "./authorization.js";
import { cidr, ip } from "./ip.js";
import { listExtensions } from "./list-extensions.js";
import { lists } from "./lists.js";
import { namedFormats } from "./named-formats.js";
import { optionals } from "./optionals.js";
import { quantity } from "./quantity.js";
import { regex } from "./regex.js";
import { semver } from "./semver.js";
import { sets } from "./sets.js";
import { strings } from "./strings.js";
import { twoVariables } from "./two-variables.js";
import { urls } from "./urls.js";

/** The functions of all libraries, except those of the standard library. */
export const functions: Implementations = {
  ...urls,
  ...authorization,
  ...regex,
  ...lists,
  ...optionals,
  ...quantity,
  ...strings,
  ...sets,
  ...ip,
  ...cidr,
  ...namedFormats,
  ...twoVariables,
  ...semver,
  ...listExtensions,
};
