/** The runtime's functions that check the format of a string, by the names of formats in CRDs. */
const ofTexts: ReadonlyMap<string, string> = new Map([
  ["bsonobjectid", "isBSONObjectID"],
  ["byte", "isBase64"],
  ["cidr", "isCIDR"],
  ["creditcard", "isCreditCard"],
  ["date", "isDate"],
  ["date-time", "isDateTime"],
  ["duration", "isDuration"],
  ["email", "isEmail"],
  ["hexcolor", "isHexColor"],
  ["hostname", "isHostname"],
  ["ipv4", "isIPv4"],
  ["ipv6", "isIPv6"],
  ["isbn", "isISBN"],
  ["isbn10", "isISBN10"],
  ["isbn13", "isISBN13"],
  ["k8s-long-name", "isLongName"],
  ["k8s-short-name", "isShortName"],
  ["mac", "isMAC"],
  ["password", ""],
  ["rgbcolor", "isRGBColor"],
  ["ssn", "isSSN"],
  ["uri", "isURI"],
  ["uuid", "isUUID"],
  ["uuid3", "isUUID3"],
  ["uuid4", "isUUID4"],
  ["uuid5", "isUUID5"],
]);

const normalized = new Map([...ofTexts].map(([name, fn]) => [name.replaceAll("-", ""), fn]));

/** The names of the formats of strings, for messages. */
export const formatNames: readonly string[] = [...ofTexts.keys()];

/**
 * Returns the name of the function that checks a format of strings; empty for a format that every
 * string has, undefined for an unknown format. Hyphens in names of formats do not matter.
 */
export function namedStringFormat(name: string): string | undefined {
  return normalized.get(name.replaceAll("-", ""));
}

/** Formats of numbers. Generated schemas have them because of the types of numbers. */
export const numberFormats: readonly string[] = ["int32", "int64", "float", "double"];
