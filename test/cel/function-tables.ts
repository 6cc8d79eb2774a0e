import { declarationsOf, type Overload, type Functions } from "../../runtime/cel/functions/declaration.js";

export { authorizationFunctions, selectorFunctions } from "../../runtime/cel/functions/authorization.js";
export { cidrFunctions, ipFunctions } from "../../runtime/cel/functions/ip.js";
export { listExtensions } from "../../runtime/cel/functions/list-extensions.js";
export { includesFunction, listFunctions } from "../../runtime/cel/functions/lists.js";
export { formatFunctions } from "../../runtime/cel/functions/named-formats.js";
export { optionalFunctions } from "../../runtime/cel/functions/optionals.js";
export { quantityFunctions } from "../../runtime/cel/functions/quantity.js";
export { regexFunctions } from "../../runtime/cel/functions/regex.js";
export { semverFunctions } from "../../runtime/cel/functions/semver.js";
export { setFunctions } from "../../runtime/cel/functions/sets.js";
export { standardFunctions } from "../../runtime/cel/functions/standard.js";
export { stringFormat, stringFunctions } from "../../runtime/cel/functions/strings.js";
export { twoVariableFunctions } from "../../runtime/cel/functions/two-variables.js";
export { urlFunctions } from "../../runtime/cel/functions/urls.js";

/**
 * Returns the overloads of tables. The order depends only on the order of the tables and on the
 * names of functions, so that a seed always has the same case.
 */
export function overloadsOf(...tables: readonly Functions[]): readonly Overload[] {
  return tables.flatMap((table) =>
    declarationsOf(table).toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name))),
  );
}
