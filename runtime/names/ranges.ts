import { inclusiveRangeError } from "./texts.js";

const maxID = 2 ** 31 - 1;

/**
 * Validates that a number is between two limits, inclusive.
 * @returns the problems found; empty for a valid value
 */
export function isInRange(value: number, least: number, greatest: number): string[] {
  return value >= least && value <= greatest ? [] : [inclusiveRangeError(least, greatest)];
}

/**
 * Validates a port number from 1 to 65535.
 * @returns the problems found; empty for a valid value
 */
export function isValidPortNum(port: number): string[] {
  return isInRange(port, 1, 65_535);
}

/**
 * Validates the id of a Unix group: a number from 0 to 2^31 - 1.
 * @returns the problems found; empty for a valid value
 */
export function isValidGroupID(id: number): string[] {
  return isInRange(id, 0, maxID);
}

/**
 * Validates the id of a Unix user: a number from 0 to 2^31 - 1.
 * @returns the problems found; empty for a valid value
 */
export function isValidUserID(id: number): string[] {
  return isInRange(id, 0, maxID);
}
