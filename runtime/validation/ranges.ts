import { inclusiveRangeError } from "./texts.js";

const maxID = 2 ** 31 - 1;

/**
 * Validates a number between two others, both included.
 * @returns the problems of the value, as all functions here
 */
export function isInRange(value: number, least: number, greatest: number): string[] {
  return value >= least && value <= greatest ? [] : [inclusiveRangeError(least, greatest)];
}

/** Validates the number of a port; 0 is not valid. */
export function isValidPortNum(port: number): string[] {
  return isInRange(port, 1, 65_535);
}

/** Validates the id of a Unix group. */
export function isValidGroupID(id: number): string[] {
  return isInRange(id, 0, maxID);
}

/** Validates the id of a Unix user. */
export function isValidUserID(id: number): string[] {
  return isInRange(id, 0, maxID);
}
