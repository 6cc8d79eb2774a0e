import type { JSONObject, JSONValue } from "@apimachinery/runtime";

/** The names of one type in both schemas. */
export interface Root {
  readonly ours: string;
  readonly theirs: string;
}

/** Compares the types of two schemas of the merge engine, from some types on. */
export function differencesOf(
  ours: JSONObject,
  theirs: JSONObject,
  roots: readonly Root[],
): { readonly differences: readonly string[]; readonly compared: number } {
  const comparison = new Comparison(typesOf(ours), typesOf(theirs));
  for (const root of roots) comparison.compareNamed(root.theirs, root.ours, root.theirs);
  return { differences: [...comparison.differences].toSorted(), compared: comparison.compared.size };
}

function typesOf(schema: JSONObject): ReadonlyMap<string, JSONObject> {
  return new Map((schema["types"] as JSONObject[]).map((type) => [type["name"] as string, type]));
}

class Comparison {
  readonly differences = new Set<string>();
  readonly compared = new Set<string>();

  constructor(
    readonly ours: ReadonlyMap<string, JSONObject>,
    readonly theirs: ReadonlyMap<string, JSONObject>,
  ) {}

  /** Compares two types once. Types without an apply configuration are not in Go's schema. */
  compareNamed(path: string, ours: string, theirs: string): void {
    const [left, right] = [this.ours.get(ours), this.theirs.get(theirs)];
    if (left === undefined || right === undefined || this.compared.has(`${ours} ${theirs}`)) return;
    this.compared.add(`${ours} ${theirs}`);
    this.#compareAtoms(path, left, right);
  }

  #compareRefs(path: string, ours: JSONObject, theirs: JSONObject): void {
    const [left, right] = [atomOf(this.ours, ours), atomOf(this.theirs, theirs)];
    if (relationshipOf(left) !== relationshipOf(right))
      this.#report(path, `is ${relationshipOf(left)}, in Go ${relationshipOf(right)}`);
    const [name, goName] = [ours["namedType"], theirs["namedType"]];
    if (typeof name === "string" && typeof goName === "string") this.compareNamed(goName, name, goName);
    else this.#compareAtoms(path, left, right);
  }

  #compareAtoms(path: string, ours: JSONObject, theirs: JSONObject): void {
    const kinds = (atom: JSONObject): string => {
      const scalar = atom["scalar"] === undefined ? [] : [atom["scalar"] as string];
      return [...scalar, ...["list", "map"].filter((kind) => kind in atom)].join(", ");
    };
    if (kinds(ours) !== kinds(theirs)) {
      this.#report(path, `is ${kinds(ours)}, in Go ${kinds(theirs)}`);
      return;
    }
    if ("list" in ours) this.#compareLists(path, ours["list"] as JSONObject, theirs["list"] as JSONObject);
    if ("map" in ours) this.#compareMaps(path, ours["map"] as JSONObject, theirs["map"] as JSONObject);
  }

  #compareLists(path: string, ours: JSONObject, theirs: JSONObject): void {
    const [left, right] = [textOf(ours["keys"]), textOf(theirs["keys"])];
    if (left !== right) this.#report(path, `has the keys ${left}, in Go ${right}`);
    this.#compareRefs(`${path}[]`, refOf(ours["elementType"]), refOf(theirs["elementType"]));
  }

  #compareMaps(path: string, ours: JSONObject, theirs: JSONObject): void {
    const [left, right] = [fieldsOf(ours), fieldsOf(theirs)];
    for (const [name, field] of left) {
      const other = right.get(name);
      if (other === undefined) this.#report(`${path}.${name}`, "does not exist in Go");
      else {
        this.#compareDefaults(`${path}.${name}`, field, other);
        this.#compareRefs(`${path}.${name}`, refOf(field["type"]), refOf(other["type"]));
      }
    }
    for (const name of right.keys()) if (!left.has(name)) this.#report(`${path}.${name}`, "exists only in Go");
    const [any, goAny] = [ours["elementType"] !== undefined, theirs["elementType"] !== undefined];
    if (any !== goAny) this.#report(path, any ? "has any fields, but not in Go" : "has any fields in Go");
    if (any && goAny) this.#compareRefs(`${path}.*`, refOf(ours["elementType"]), refOf(theirs["elementType"]));
  }

  /** The default of an object is not compared: only scalars are keys of a list. */
  #compareDefaults(path: string, ours: JSONObject, theirs: JSONObject): void {
    const [left, right] = [ours["default"], theirs["default"]].map((value) =>
      typeof value === "object" ? "none" : textOf(value),
    );
    if (left !== right) this.#report(path, `has the default ${String(left)}, in Go ${String(right)}`);
  }

  #report(path: string, text: string): void {
    this.differences.add(`${path.replace(/^io\.k8s\.(api|apimachinery\.pkg\.apis)\./, "")} ${text}`);
  }
}

function refOf(value: JSONValue | undefined): JSONObject {
  return (value ?? {}) as JSONObject;
}

/** Returns the type that a reference means, with the relationship that the reference sets. */
function atomOf(types: ReadonlyMap<string, JSONObject>, ref: JSONObject): JSONObject {
  const name = ref["namedType"];
  const atom = typeof name === "string" ? (types.get(name) ?? {}) : ref;
  const { elementRelationship } = ref;
  if (elementRelationship === undefined || typeof name !== "string") return atom;
  const kind = "map" in atom ? "map" : "list";
  return { ...atom, [kind]: { ...(atom[kind] as JSONObject), elementRelationship } };
}

/** An absent relationship of a map is separable. */
function relationshipOf(atom: JSONObject): string {
  const part = (atom["list"] ?? atom["map"]) as JSONObject | undefined;
  return part === undefined ? "scalar" : ((part["elementRelationship"] as string | undefined) ?? "separable");
}

function fieldsOf(map: JSONObject): ReadonlyMap<string, JSONObject> {
  return new Map(((map["fields"] ?? []) as JSONObject[]).map((field) => [field["name"] as string, field]));
}

function textOf(value: JSONValue | undefined): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
