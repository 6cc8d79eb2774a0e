import { objectOf, underlying } from "../../../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, Universe } from "../../../../engine/model/universe.js";
import { linkFields } from "../../../../generators/pairs/links.js";
import { isRequired } from "../../../../generators/presence/required.js";
import type { ComparedCell, ComparedField, VersionComparison } from "../model.js";
import { typeWords } from "./type-words.js";
import { plain } from "../words.js";

/** The type of a kind in one version, and its type in the hub. */
export interface ComparedVersion {
  readonly version: string;
  readonly type: TypeDeclaration;
  readonly hub?: TypeDeclaration | undefined;
}

/**
 * Returns the fields of a kind that differ between its versions. Fields of two versions correspond
 * to each other if conversions map both to the same field of the hub. Without a hub, fields with
 * the same name correspond.
 */
export function comparisonOf(universe: Universe, kinds: readonly ComparedVersion[]): VersionComparison {
  return {
    versions: kinds.map(({ version }) => version),
    rows: new Comparer(universe).rows("", kinds),
  };
}

/**
 * The types in one version that are compared at a field path; undefined if the version has no such
 * path.
 */
type Side = Pick<ComparedVersion, "type" | "hub"> | undefined;

/**
 * A field of one version, the type that contains it, and the hub's field to which it is converted.
 */
interface Place {
  readonly of: TypeDeclaration;
  readonly field: Field;
  readonly peer?: Field | undefined;
}

/**
 * The path at which two types were compared, and the result. `differs` is true if the types differ.
 */
interface Compared {
  readonly path: string;
  readonly differs: boolean;
}

class Comparer {
  /** Types that were already compared, so that types with several paths are compared once. */
  readonly #known = new Map<string, Compared>();

  constructor(private readonly universe: Universe) {}

  rows(path: string, sides: readonly Side[]): readonly ComparedField[] {
    const key = sides.map((side) => side?.type.id ?? "").join(" ");
    const known = this.#known.get(key);
    if (known !== undefined) return known.differs ? [{ path, as: known.path, cells: [] }] : [];
    // Ends the recursion for a type that contains itself.
    this.#known.set(key, { path, differs: false });
    const places = sides.map((side) => (side === undefined ? new Map<string, Place>() : placesIn(side)));
    const all = [...new Set(places.flatMap((of) => [...of.keys()]))];
    const rows = all.flatMap((name) =>
      this.#rowsOf(
        path,
        places.map((of) => of.get(name)),
        sides,
      ),
    );
    this.#known.set(key, { path, differs: rows.length > 0 });
    return rows;
  }

  #rowsOf(path: string, places: readonly (Place | undefined)[], sides: readonly Side[]): readonly ComparedField[] {
    const first = places.find((place) => place !== undefined);
    if (first === undefined) return [];
    const { name } = first.field;
    const at = path === "" ? name : `${path}.${name}`;
    const cells = places.map((place) => (place === undefined ? undefined : this.#cell(place, name)));
    const present = cells.filter((_, index) => sides[index] !== undefined);
    const differs = new Set(present.map(textOf)).size > 1;
    return [...(differs ? [{ path: at, cells }] : []), ...this.#inner(at, places)];
  }

  #cell({ of, field }: Place, name: string): ComparedCell {
    return {
      words: [...(field.name === name ? [] : [{ code: field.name }, ": "]), ...typeWords(this.universe, field.type)],
      isRequired: isRequired(this.universe, of, field),
    };
  }

  /** Compares the objects below a field if their types differ between at least two versions. */
  #inner(path: string, places: readonly (Place | undefined)[]): readonly ComparedField[] {
    const found = places.map((place) => (place === undefined ? undefined : innermost(this.universe, place.field.type)));
    const ids = found.flatMap((inner) => (inner === undefined ? [] : [inner.type.id]));
    if (ids.length < 2 || new Set(ids).size < 2) return [];
    const suffix = found.find((inner) => inner !== undefined)?.suffix ?? "";
    const sides = found.map((inner, index): Side => {
      const peer = places[index]?.peer;
      if (inner === undefined) return undefined;
      return { type: inner.type, hub: peer === undefined ? undefined : innermost(this.universe, peer.type)?.type };
    });
    return this.rows(`${path}${suffix}`, sides);
  }
}

function textOf(cell: ComparedCell | undefined): string {
  return cell === undefined ? "" : `${plain(cell.words)} ${String(cell.isRequired)}`;
}

/**
 * Returns the fields of a type. The key is the name of the hub's field to which the field is
 * converted, or the name of the field itself if it is not converted.
 */
function placesIn({ type, hub }: Exclude<Side, undefined>): ReadonlyMap<string, Place> {
  if (type.shape.kind !== "object") return new Map();
  const links = hub?.shape.kind === "object" ? linkFields(type.shape, hub.shape).byInput : undefined;
  return new Map(
    type.shape.fields.map((field) => {
      const peer = links?.get(field);
      return [peer?.name ?? field.name, { of: type, field, peer }];
    }),
  );
}

/**
 * Returns the object type inside of lists and maps, and the path to it, such as `[]` or `{}`.
 * Returns undefined if the innermost type is not an object.
 */
function innermost(
  universe: Universe,
  outer: Type,
): { readonly type: TypeDeclaration; readonly suffix: string } | undefined {
  const type = underlying(universe, outer);
  if (type.kind === "list" || type.kind === "map") {
    const inner = innermost(universe, type.kind === "list" ? type.element : type.value);
    return inner === undefined
      ? undefined
      : { ...inner, suffix: `${type.kind === "list" ? "[]" : "{}"}${inner.suffix}` };
  }
  const found = objectOf(universe, type);
  return found === undefined ? undefined : { type: found.declaration, suffix: "" };
}
