import { noSuchOverload } from "./equality.js";
import type { Implementation, Implementations } from "./value.js";

function ofStrings(test: (text: string, part: string) => boolean): Implementation {
  return (text, part) => (typeof text === "string" && typeof part === "string" ? test(text, part) : noSuchOverload);
}

/** The tests of strings. */
export const stringTests: Implementations = {
  contains_string: ofStrings((text, part) => text.includes(part)),
  ends_with_string: ofStrings((text, part) => text.endsWith(part)),
  starts_with_string: ofStrings((text, part) => text.startsWith(part)),
};
