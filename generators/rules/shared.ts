import type { RuleMember, UpdateRule } from "../../runtime/schema/rule.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { NamedValue, Stability, Validations } from "./rule.js";

/**
 * Properties of a list that its markers define. They determine how the items of the list are
 * identified.
 */
export interface ListMetadata {
  ownership?: "single" | "shared";
  semantic?: "atomic" | "set" | "map";
  /** The marker that requires unique items; absent if none does. */
  marker?: Marker;
  readonly keys: string[];
  hasCustomUnique: boolean;
  stability?: Stability | undefined;
  isGenerated: boolean;
}

/** Members of one union, with its discriminator. */
export interface Union {
  readonly members: RuleMember[];
  /** The first marker of a member. */
  marker?: Marker;
  /** Name of the discriminator property; absent if the union has none. */
  discriminator?: string;
}

/** Properties whose rules depend on the same discriminator. */
export interface Modality {
  discriminator?: NamedValue;
  readonly fields: Map<string, ModeField>;
}

export interface ModeField {
  readonly field: NamedValue;
  /** The first marker of the property with rules for a mode. */
  readonly marker: Marker;
  readonly rules: { readonly value: string; readonly validations: Validations; readonly stability?: Stability }[];
}

/** Update constraints of one property. */
export interface Updates {
  /** The first marker of each constraint. */
  readonly markers: Map<UpdateRule, Marker>;
  stability?: Stability | undefined;
}

/**
 * Facts that several markers declare together, such as the members of a union on several
 * properties, or the keys of a list in several lines. The keys of `lists` and `updates` are the
 * paths of the lists and properties themselves; the keys of the other maps are the paths of the
 * objects or lists that contain the constrained values.
 */
export interface Shared {
  readonly lists: Map<string, ListMetadata>;
  readonly unions: Map<string, Map<string, Union>>;
  readonly zeroOrOneOfs: Map<string, Map<string, Union>>;
  readonly modalities: Map<string, Map<string, Modality>>;
  readonly updates: Map<string, Updates>;
  readonly opaque: Set<string>;
  /** Paths of subfields whose own short-circuit rules were already added. */
  readonly takenOver: Set<string>;
  /** Hand-written functions to which markers refer, each as `<file>#<name>`. */
  readonly customFunctions: Set<string>;
}

export function createShared(): Shared {
  return {
    lists: new Map(),
    unions: new Map(),
    zeroOrOneOfs: new Map(),
    modalities: new Map(),
    updates: new Map(),
    opaque: new Set(),
    takenOver: new Set(),
    customFunctions: new Set(),
  };
}

/**
 * Returns the value of a key in a map. If the key is missing, the value is created and added first.
 */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
