/**
 * The markers of declarative validation. Other generators read some of them too, so the engine
 * defines them.
 */
export { validationMarkers } from "../../engine/markers/known/validation.js";
