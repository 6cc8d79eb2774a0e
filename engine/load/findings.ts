import type { Problem } from "../base/problem.js";
import type { Marker } from "../markers/marker.js";
import type { TypeId } from "../model/universe.js";

/** Result of an operation that may have failed. */
export interface Attempt<T> {
  readonly value: T;
  /** True if the operation has reported a problem. The problem was discarded. */
  readonly failed: boolean;
}

/** The table of types. `forget` removes the types that a failed attempt has added. */
interface Types {
  readonly entries: ReadonlyMap<TypeId, unknown>;
  forget(count: number): void;
}

/**
 * The problems that one run finds while it reads types, and the markers of types that are not in
 * the model.
 */
export class LoadFindings {
  readonly #problems: Problem[] = [];
  readonly #refusedMarkers: (readonly Marker[])[] = [];

  /** Problems of the run, in the order in which they were found. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /**
   * Markers of the fields of unsupported types. The model does not contain these types. Their
   * markers are checked too, so that one run reports all mistakes.
   */
  get refusedMarkers(): readonly (readonly Marker[])[] {
    return this.#refusedMarkers;
  }

  add(problem: Problem): void {
    this.#problems.push(problem);
  }

  /** Adds the markers of the fields of an unsupported type. */
  refuse(markers: readonly (readonly Marker[])[]): void {
    this.#refusedMarkers.push(...markers);
  }

  /**
   * Calls a function that may report problems. If it does, discards these problems, the markers of
   * unsupported types that it has found, and the types that it has added.
   */
  attempt<T>(types: Types, work: () => T): Attempt<T> {
    const known = this.#problems.length;
    const refused = this.#refusedMarkers.length;
    const count = types.entries.size;
    const value = work();
    if (this.#problems.length === known) return { value, failed: false };
    this.#problems.length = known;
    this.#refusedMarkers.length = refused;
    types.forget(count);
    return { value, failed: true };
  }
}
