/** @file The prices from which the estimated and the actual costs of expressions are computed. */

/** The cost of reading a character of a string. */
export const characterCost = 0.1;
/**
 * A search costs as much as reading the string, times this number for each character of the regular
 * expression.
 */
export const patternCharacterCost = 0.25;
/** The cost of a check of authorization. */
export const authorizationCost = 350_000;
/** The costs of creating a list, a map or a message, without the costs of its parts. */
export const makingCosts = { list: 10, map: 30, message: 40 } as const;
