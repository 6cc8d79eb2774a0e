import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface K extends TypeMeta<"x.example.com/v1", "K"> {
  metadata: ObjectMeta;
  two: Two;
  aliased: Aliased;
  second: Second;
  mixed: Mixed;
  parts: Parts;
  boxed: Boxed<"m" | "n">;
  inPlace?: { "in-place": "a" | "b"; list: string[] } | { "in-place": "c"; text: string };
  inherited: { version: "1"; k: "a"; list: string[] } | Derived;
}

/** A member has two literals. */
export type Two = { k: "a" | "b"; a: string[] } | { k: "c"; b: string };

export type Mode = "x" | "y";

/** The literals are a named type. */
export type Aliased = { mode: Mode; list: string[] } | { mode: "z"; text: string };

/** The first property is the same in both members. */
export type Second = { version: "1"; k: "a"; list: string[] } | { version: "1"; k: "b"; text: string };

export interface Named {
  version: "1";
  k: "b";
  text: string;
}

/** The other member has a name, and the same first property. */
export type Mixed = { version: "1"; k: "a"; list: string[] } | Named;

/** Members that are derived from other types. */
export type Parts = ({ k: "a" | "c" } & { list: string[] }) | Omit<Named, "text">;

export type Boxed<M extends string> = { mode: M; list: string[] } | { mode: "z"; text: string };

export interface Base {
  version: "1";
}

export interface Derived extends Base {
  k: "b";
  text: string;
}
