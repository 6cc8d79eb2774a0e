import type { Member, NamedValue, Stability, UpdateConstraint, Validations } from "./rule.js";

/** How the items of a list are identified, by the markers of the list. */
export interface ListMetadata {
  ownership?: "single" | "shared";
  semantic?: "atomic" | "set" | "map";
  readonly keys: string[];
  hasCustomUnique: boolean;
  stability?: Stability | undefined;
  isGenerated: boolean;
}

/** The members of one union. */
export interface Union {
  readonly members: Member[];
  discriminator?: NamedValue;
}

/** The properties whose rules depend on one discriminator. */
export interface Modality {
  discriminator?: NamedValue;
  readonly fields: Map<string, ModeField>;
}

export interface ModeField {
  readonly field: NamedValue;
  readonly rules: { readonly value: string; readonly validations: Validations; readonly stability?: Stability }[];
}

/** The constraints of one property on updates. */
export interface Updates {
  readonly constraints: Set<UpdateConstraint>;
  stability?: Stability | undefined;
}

/**
 * What markers say together: the members of a union are on several properties, the keys of a list
 * on several lines. Everything is by the path of the value around.
 */
export interface Shared {
  readonly lists: Map<string, ListMetadata>;
  readonly unions: Map<string, Map<string, Union>>;
  readonly zeroOrOneOfs: Map<string, Map<string, Union>>;
  readonly modalities: Map<string, Map<string, Modality>>;
  readonly updates: Map<string, Updates>;
  readonly opaque: Set<string>;
  /** Paths of subfields whose own rules are taken over already. */
  readonly takenOver: Set<string>;
  /** Hand-written functions that a marker names. */
  readonly customFunctions: Set<string>;
}

/** Returns the state of a run before any marker is read. */
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

/** Returns the value of a map under a key, which is created if it is missing. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
