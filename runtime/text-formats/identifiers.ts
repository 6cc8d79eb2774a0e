/** @file String formats of identifiers, colors and encoded bytes. */
import { parseRequestURI } from "../net/url.js";
import { longNameProblems, shortNameProblems } from "../names/content.js";

/** Reports whether a string is an absolute URI or an absolute path. Takes linear time. */
export function isURI(text: string): boolean {
  try {
    parseRequestURI(text);
    return true;
  } catch {
    return false;
  }
}

/** Reports whether a string is a UUID. Hyphens can be absent, and letters can be upper case. */
export function isUUID(text: string): boolean {
  return uuid("[0-9a-f]{4}", "[0-9a-f]{4}").test(text);
}

/** Reports whether a string is a UUID of version 3. */
export function isUUID3(text: string): boolean {
  return uuid("3[0-9a-f]{3}", "[0-9a-f]{4}").test(text);
}

/** Reports whether a string is a UUID of version 4. */
export function isUUID4(text: string): boolean {
  return uuid("4[0-9a-f]{3}", "[89ab][0-9a-f]{3}").test(text);
}

/** Reports whether a string is a UUID of version 5. */
export function isUUID5(text: string): boolean {
  return uuid("5[0-9a-f]{3}", "[89ab][0-9a-f]{3}").test(text);
}

function uuid(third: string, fourth: string): RegExp {
  return new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${third}-?${fourth}-?[0-9a-f]{12}$`, "i");
}

/** Reports whether a string is the identifier of a BSON object: 24 hexadecimal digits. */
export function isBSONObjectID(text: string): boolean {
  return /^[0-9a-fA-F]{24}$/.test(text);
}

/** Reports whether a string is a color such as `#fff` or `ffffff`. */
export function isHexColor(text: string): boolean {
  return /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text);
}

/** Reports whether a string is a color such as `rgb(255, 0, 0)`. */
export function isRGBColor(text: string): boolean {
  return rgb.test(text);
}

const part = "[\\t\\n\\f\\r ]*(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])[\\t\\n\\f\\r ]*";
const rgb = new RegExp(`^rgb\\(${part},${part},${part}\\)$`);

/** Reports whether a string is base64 with padding. */
export function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Reports whether a string is a DNS label of up to 63 characters. */
export function isShortName(text: string): boolean {
  return shortNameProblems(text).length === 0;
}

/** Reports whether a string is a DNS subdomain of up to 253 characters. */
export function isLongName(text: string): boolean {
  return longNameProblems(text).length === 0;
}
