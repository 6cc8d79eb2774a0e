import * as formats from "../text-formats/index.js";

type Test = (value: string) => boolean;

/**
 * A string format, and a sample of a string with this format. `test` is null if every string has
 * the format.
 */
interface StringFormat {
  readonly name: string;
  readonly test: Test | null;
  readonly sample?: string;
}

/** String formats that schemas of CRDs can use. */
const ofStrings: readonly StringFormat[] = [
  { name: "bsonobjectid", test: formats.isBSONObjectID, sample: "507f1f77bcf86cd799439011" },
  { name: "byte", test: formats.isBase64, sample: "ZXhhbXBsZQ==" },
  { name: "cidr", test: formats.isCIDR, sample: "192.0.2.0/24" },
  { name: "creditcard", test: formats.isCreditCard, sample: "4111111111111111" },
  { name: "date", test: formats.isDate, sample: "2026-01-01" },
  { name: "date-time", test: formats.isDateTime, sample: "2026-01-01T00:00:00Z" },
  { name: "duration", test: formats.isDuration, sample: "1h0m0s" },
  { name: "email", test: formats.isEmail, sample: "user@example.com" },
  { name: "hexcolor", test: formats.isHexColor, sample: "#336699" },
  { name: "hostname", test: formats.isHostname, sample: "example.com" },
  { name: "ipv4", test: formats.isIPv4, sample: "192.0.2.1" },
  { name: "ipv6", test: formats.isIPv6, sample: "2001:db8::1" },
  { name: "isbn", test: formats.isISBN, sample: "9780306406157" },
  { name: "isbn10", test: formats.isISBN10, sample: "0306406152" },
  { name: "isbn13", test: formats.isISBN13, sample: "9780306406157" },
  { name: "k8s-long-name", test: formats.isLongName, sample: "example" },
  { name: "k8s-short-name", test: formats.isShortName, sample: "example" },
  { name: "mac", test: formats.isMAC, sample: "00:00:5e:00:53:01" },
  { name: "password", test: null },
  { name: "rgbcolor", test: formats.isRGBColor, sample: "rgb(51,102,153)" },
  { name: "ssn", test: formats.isSSN, sample: "123-45-6789" },
  { name: "uri", test: formats.isURI, sample: "https://example.com/" },
  { name: "uuid", test: formats.isUUID, sample: "123e4567-e89b-42d3-a456-426614174000" },
  { name: "uuid3", test: formats.isUUID3, sample: "a3bb189e-8bf9-3888-9912-ace4e6543002" },
  { name: "uuid4", test: formats.isUUID4, sample: "123e4567-e89b-42d3-a456-426614174000" },
  { name: "uuid5", test: formats.isUUID5, sample: "a6edc906-2f9f-5fb2-a373-efac406f0ef2" },
];

const normalized = new Map(ofStrings.map((format) => [withoutHyphens(format.name), format]));

/** Names of the string formats, for messages. */
export const formatNames: readonly string[] = ofStrings.map(({ name }) => name);

/**
 * Returns the test for a string format. Returns null for a format that every string has, and
 * undefined for an unknown format. Hyphens in the name are ignored.
 */
export function namedStringFormat(name: string): Test | null | undefined {
  return normalized.get(withoutHyphens(name))?.test;
}

/**
 * Returns a sample string of a format. Returns undefined for an unknown format, and for a format
 * that every string has.
 */
export function stringSample(name: string): string | undefined {
  return normalized.get(withoutHyphens(name))?.sample;
}

function withoutHyphens(name: string): string {
  return name.replaceAll("-", "");
}

/** Formats of numbers, which generated schemas have because of the number types of the fields. */
export const numberFormats: readonly string[] = ["int32", "int64", "float", "double"];
