/**
 * Markers of declarative validation. The engine defines them, because other generators read some of
 * them too.
 */
export { validationMarkers } from "../../engine/markers/known/validation.js";
