/** Label selectors (Go: package labels). */
export { labelSelectorAsSelector } from "./label-selector.js";
export { parse } from "./parse.js";
export {
  conflicts,
  convertSelectorToLabelsMap,
  equals,
  formatLabels,
  type Labels,
  labelsText,
  merge,
  validatedSelectorFromSet,
} from "./set.js";
export { newRequirement, type Operator, type Requirement } from "./requirement.js";
export {
  everything,
  matches,
  nothing,
  requiresExactMatch,
  type Selector,
  selectorFromSet,
  selectorOf,
  selectorText,
} from "./selector.js";
