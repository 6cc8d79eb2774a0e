import type { JSONObject, JSONValue, ManagedFieldsEntry } from "@apimachinery/runtime";
import {
  ScaleHandler,
  validateManagedFields,
  type FieldManager,
  type ManagedObject,
} from "@apimachinery/runtime/managedfields";
import { Conflicts, makePath } from "@apimachinery/runtime/structuredmerge";
import { newApplyConflict } from "../../apiserver/errors/apply-conflict.js";
import type { Case, Outcome, Step } from "./case.js";
import { decode, group, managerOf, renamed, scheme, versions, type Version } from "./thing.js";

/** Returns the outcomes of the steps of a case. */
export function replay({ steps }: Case): readonly Outcome[] {
  const state = new State();
  return steps.map((step, at) => state.step(step, at));
}

/** The object between two steps, in the hub version v1; undefined if it does not exist. */
class State {
  #live: ManagedObject | undefined;
  #now = "";

  step(step: Step, at: number): Outcome {
    this.#now = new Date(Date.UTC(2010, 0, 1, 0, at)).toISOString().replace(".000Z", "Z");
    const entries = structuredClone((step.entries ?? []) as ManagedFieldsEntry[]);
    if (step.kind === "scale") return this.#scale(step, entries);
    const error = this.#errorOf(step, entries);
    if (step.kind === "validate") return error === undefined ? {} : { error: messageOf(error) };
    const live = this.#live;
    return {
      ...(live !== undefined && { object: withoutManagers(live), managed: written(live.metadata.managedFields) }),
      ...(error !== undefined && { error: messageOf(error) }),
    };
  }

  #errorOf(step: Step, entries: ManagedFieldsEntry[]): unknown {
    try {
      if (step.kind === "update") return this.#update(step, entries);
      if (step.kind === "apply") this.#apply(step);
      else if (step.kind === "validate") validateManagedFields(entries);
      else this.#setManagers(step.entries === undefined ? undefined : entries);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #manager({ version = "v1", subresource = "" }: Step): FieldManager {
    return managers[`${version} ${subresource}`]?.(this) as FieldManager;
  }

  get now(): string {
    return this.#now;
  }

  #update(step: Step, entries: ManagedFieldsEntry[]): Error | undefined {
    const empty: JSONObject = { apiVersion: `${group}/v1`, kind: "Thing", metadata: {} };
    const base = structuredClone(this.#live ?? empty) as JSONObject;
    overlay(base, renamed(step.object ?? {}, "v1") as JSONObject);
    const object = scheme.copy(base as JSONObject & ManagedObject);
    if (step.sent === "none") delete object.metadata.managedFields;
    if (step.sent === "entries") object.metadata.managedFields = entries;
    const error = this.#manager(step).update(frozen(this.#live), object, step.manager ?? "");
    this.#store(object);
    return error;
  }

  #apply(step: Step): void {
    const { object = {}, manager = "", force = false } = step;
    this.#store(this.#manager(step).apply(frozen(this.#live), frozen(object), manager, force, decode));
  }

  #store(object: ManagedObject): void {
    object.metadata.uid = "u";
    this.#live = object;
  }

  #setManagers(entries: ManagedFieldsEntry[] | undefined): void {
    if (this.#live === undefined) return;
    const live = structuredClone(this.#live);
    delete live.metadata.managedFields;
    if (entries !== undefined) live.metadata.managedFields = entries;
    this.#live = live;
  }

  #scale({ version = "v1", entries }: Step, given: ManagedFieldsEntry[]): Outcome {
    const path = makePath("spec", "replicas");
    const paths = new Map(versions.map((each) => [`${group}/${each}`, path]));
    const handler = new ScaleHandler(this.#live?.metadata.managedFields ?? [], `${group}/${version}`, paths);
    try {
      const scale = entries === undefined ? handler.toSubresource() : given;
      return { object: scale === undefined ? null : written(scale), managed: written(handler.toParent(scale ?? [])) };
    } catch (error) {
      return { error: messageOf(error) };
    }
  }
}

/** Field managers are made once, as in a server. Their clock is that of the current state. */
let current: State | undefined;
const managers: Readonly<Record<string, (state: State) => FieldManager>> = Object.fromEntries(
  versions.flatMap((version: Version) =>
    ["", "status", "scale"].map((subresource) => {
      const manager = managerOf(version, subresource, () => current?.now ?? "");
      return [
        `${version} ${subresource}`,
        (state: State) => {
          current = state;
          return manager;
        },
      ];
    }),
  ),
);

/** Replaces the properties of an object; null removes them. */
function overlay(object: JSONObject, properties: JSONObject): void {
  for (const [key, value] of Object.entries(properties)) {
    if (value === null) Reflect.deleteProperty(object, key);
    else if (["spec", "status", "metadata"].includes(key) && isMap(value)) {
      const old = object[key];
      const changed = isMap(old) ? old : {};
      overlay(changed, value);
      object[key] = changed;
    } else object[key] = structuredClone(value);
  }
}

function isMap(value: JSONValue | undefined): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field manager must not change the objects that it gets. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part as unknown);
  return Object.freeze(value);
}

function withoutManagers(object: ManagedObject): unknown {
  const copy = scheme.copy(object);
  delete copy.metadata.managedFields;
  return copy;
}

/** Returns managed fields as Go writes them: without empty texts. */
function written(entries: readonly ManagedFieldsEntry[] | undefined): unknown {
  if (entries === undefined) return null;
  return entries.map((entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== "")));
}

function messageOf(error: unknown): string {
  return error instanceof Conflicts ? newApplyConflict(error).message : (error as Error).message;
}
