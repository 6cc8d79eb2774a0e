import { inclusiveRangeError } from "./texts.js";

const maxID = 2 ** 31 - 1;

/**
 * A number between two others, both included. @returns what is wrong with the value, as all
 * functions here do
 */
export function isInRange(value: number, least: number, greatest: number): string[] {
  return value >= least && value <= greatest ? [] : [inclusiveRangeError(least, greatest)];
}

/** The number of a port, without 0. */
export function isValidPortNum(port: number): string[] {
  return isInRange(port, 1, 65_535);
}

/** The id of a Unix group. */
export function isValidGroupID(id: number): string[] {
  return isInRange(id, 0, maxID);
}

/** The id of a Unix user. */
export function isValidUserID(id: number): string[] {
  return isInRange(id, 0, maxID);
}
