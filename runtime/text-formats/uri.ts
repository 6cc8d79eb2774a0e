import { parseRequestURI } from "../net/url.js";

/** Reports whether a text is an absolute URI or an absolute path. Takes linear time. */
export function isURI(text: string): boolean {
  try {
    parseRequestURI(text);
    return true;
  } catch {
    return false;
  }
}
