import type { RuleMember, UpdateRule } from "../../runtime/schema/rule.js";
import type { NamedValue, Stability, Validations } from "./rule.js";

/**
 * Metadata of a list that its markers define. It determines how the items of the list are
 * identified.
 */
export interface ListMetadata {
  ownership?: "single" | "shared";
  semantic?: "atomic" | "set" | "map";
  readonly keys: string[];
  hasCustomUnique: boolean;
  stability?: Stability | undefined;
  isGenerated: boolean;
}

/** Members of one union, and its discriminator. */
export interface Union {
  readonly members: RuleMember[];
  /** Name of a property. */
  discriminator?: string;
}

/** Properties whose rules depend on the same discriminator. */
export interface Modality {
  discriminator?: NamedValue;
  readonly fields: Map<string, ModeField>;
}

export interface ModeField {
  readonly field: NamedValue;
  readonly rules: { readonly value: string; readonly validations: Validations; readonly stability?: Stability }[];
}

/** Constraints of one property for updates. */
export interface Updates {
  readonly constraints: Set<UpdateRule>;
  stability?: Stability | undefined;
}

/**
 * Facts that several markers provide together. For example, the members of a union are on several
 * properties, and the keys of a list are on several lines. The key of each map is the path of the
 * enclosing value.
 */
export interface Shared {
  readonly lists: Map<string, ListMetadata>;
  readonly unions: Map<string, Map<string, Union>>;
  readonly zeroOrOneOfs: Map<string, Map<string, Union>>;
  readonly modalities: Map<string, Map<string, Modality>>;
  readonly updates: Map<string, Updates>;
  readonly opaque: Set<string>;
  /** Paths of subfields whose own short circuits were already added to the rules. */
  readonly takenOver: Set<string>;
  /** Hand-written functions that markers name. */
  readonly customFunctions: Set<string>;
}

/** Returns the empty state at the start of a run. */
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

/** Returns the value of a map for a key. If the key is missing, creates and adds the value. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
