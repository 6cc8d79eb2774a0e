/** A format of strings: the function of the runtime that checks it, and a string that has it. */
interface StringFormat {
  readonly name: string;
  readonly fn: string;
  readonly sample?: string;
}

/** The formats of strings in CRDs. */
const ofTexts: readonly StringFormat[] = [
  { name: "bsonobjectid", fn: "isBSONObjectID", sample: "507f1f77bcf86cd799439011" },
  { name: "byte", fn: "isBase64", sample: "ZXhhbXBsZQ==" },
  { name: "cidr", fn: "isCIDR", sample: "192.0.2.0/24" },
  { name: "creditcard", fn: "isCreditCard", sample: "4111111111111111" },
  { name: "date", fn: "isDate", sample: "2026-01-01" },
  { name: "date-time", fn: "isDateTime", sample: "2026-01-01T00:00:00Z" },
  { name: "duration", fn: "isDuration", sample: "1h0m0s" },
  { name: "email", fn: "isEmail", sample: "user@example.com" },
  { name: "hexcolor", fn: "isHexColor", sample: "#336699" },
  { name: "hostname", fn: "isHostname", sample: "example.com" },
  { name: "ipv4", fn: "isIPv4", sample: "192.0.2.1" },
  { name: "ipv6", fn: "isIPv6", sample: "2001:db8::1" },
  { name: "isbn", fn: "isISBN", sample: "9780306406157" },
  { name: "isbn10", fn: "isISBN10", sample: "0306406152" },
  { name: "isbn13", fn: "isISBN13", sample: "9780306406157" },
  { name: "k8s-long-name", fn: "isLongName", sample: "example" },
  { name: "k8s-short-name", fn: "isShortName", sample: "example" },
  { name: "mac", fn: "isMAC", sample: "00:00:5e:00:53:01" },
  { name: "password", fn: "" },
  { name: "rgbcolor", fn: "isRGBColor", sample: "rgb(51,102,153)" },
  { name: "ssn", fn: "isSSN", sample: "123-45-6789" },
  { name: "uri", fn: "isURI", sample: "https://example.com/" },
  { name: "uuid", fn: "isUUID", sample: "123e4567-e89b-42d3-a456-426614174000" },
  { name: "uuid3", fn: "isUUID3", sample: "a3bb189e-8bf9-3888-9912-ace4e6543002" },
  { name: "uuid4", fn: "isUUID4", sample: "123e4567-e89b-42d3-a456-426614174000" },
  { name: "uuid5", fn: "isUUID5", sample: "a6edc906-2f9f-5fb2-a373-efac406f0ef2" },
];

const normalized = new Map(ofTexts.map((format) => [withoutHyphens(format.name), format]));

/** The names of the formats of strings, for messages. */
export const formatNames: readonly string[] = ofTexts.map(({ name }) => name);

/**
 * Returns the name of the function that checks a format of strings; empty for a format that every
 * string has, undefined for an unknown format. Hyphens in names of formats do not matter.
 */
export function namedStringFormat(name: string): string | undefined {
  return normalized.get(withoutHyphens(name))?.fn;
}

/** Returns a text that has a format; undefined for a format that every text has. */
export function stringSample(name: string): string | undefined {
  return normalized.get(withoutHyphens(name))?.sample;
}

function withoutHyphens(name: string): string {
  return name.replaceAll("-", "");
}

/** Formats of numbers. Generated schemas have them because of the types of numbers. */
export const numberFormats: readonly string[] = ["int32", "int64", "float", "double"];
