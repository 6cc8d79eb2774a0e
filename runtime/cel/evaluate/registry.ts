import { functions } from "../functions/index.js";
import { conversions } from "./conversions.js";
import { stringTests } from "./strings.js";
import { times } from "./times.js";
import type { Implementation } from "./value.js";

/** The implementations of all overloads by their identifiers. */
export const implementations: ReadonlyMap<string, Implementation> = new Map(
  [conversions, stringTests, times, functions].flatMap((table) => Object.entries(table)),
);
