/// <reference types="node" preserve="true" />
/** @file Controllers, modelled on Go's controller-runtime. */
export { addControllers } from "./add-controllers.js";
export type { Host } from "./add-controllers.js";
export { createController } from "./create-controller.js";
export type { Controller, ControllerContext, ControllerOptions } from "./create-controller.js";
export type { AnyKind, Kind, OwnedKind, SourceOptions, WatchedKind } from "./kinds.js";
export { addFinalizer, controllerReference, removeFinalizer } from "./metadata.js";
export {
  annotationsChanged,
  generationChanged,
  labelsChanged,
  labelSelector,
  resourceVersionChanged,
} from "./predicates.js";
export type { Change, Predicate } from "./predicates.js";
export { TerminalError } from "./reconcile.js";
export type { Reconcile, ReconcileRequest, ReconcileResult } from "./reconcile.js";
export { runControllers } from "./run-controllers.js";
export type { LeaderElection, RunnableController, RunOptions } from "./run-controllers.js";
export { lowPriority, watch } from "./source.js";
export type {
  CacheReader,
  EnqueueOptions,
  MapFunction,
  ObjectName,
  ObjectReader,
  Source,
  SourceContext,
} from "./source.js";
