import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface K extends TypeMeta<"x.example.com/v1", "K"> {
  metadata: ObjectMeta;
  accessed: { mode: Mode["one"]; list: string[] } | { mode: "z"; text: string };
  recorded: { version: "1"; k: "a"; list: string[] } | (Record<"version", "1"> & { k: "b" });
  numbers: { k: 1 } | { k: 2 };
}

export interface Mode {
  one: "x" | "y";
}
