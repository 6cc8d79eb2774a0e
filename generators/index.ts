import type { Generator } from "../engine/generator.js";
import { conversion } from "./conversion/index.js";
import { defaults } from "./defaults/index.js";
import { deepcopy } from "./deepcopy/index.js";
import { fuzz } from "./fuzz/index.js";
import { lossy } from "./lossy/index.js";
import { openapi } from "./openapi/index.js";
import { register } from "./register/index.js";
import { schema } from "./schema/index.js";

/** The product's list: one line a generator, planned in the order of their `after`. */
export const generators: readonly Generator[] = [
  schema,
  deepcopy,
  defaults,
  conversion,
  lossy,
  fuzz,
  openapi,
  register,
];
