/** Computes managedFields: which client has set which fields of an object. */
export { conflictText, sortedConflicts } from "./conflict-text.js";
export { FieldManager, InvalidApplyError, type FieldManagerOptions, type ManagedObject } from "./field-manager.js";
export { validateManagedFields } from "./managed.js";
export { printManager } from "./manager-name.js";
export { ObjectTyper } from "./object-typer.js";
export { ScaleHandler, type ReplicasPaths } from "./scale-handler.js";
