import type { ObjectMeta, TypeMeta, int64 } from "@apimachinery/runtime";

export interface Menu extends TypeMeta<"menu.example.com/__internal", "Menu"> {
  metadata: ObjectMeta;
  spec: MenuSpec;
}

export type Cost = int64;
export type Amounts = Record<string, string>;

export interface MenuSpec {
  cost: Cost;
  extra?: Cost;
  costs: Cost[];
  costByName: Record<string, Cost>;
  dish: Dish;
  dishes?: Dish[];
  side?: Dish;
  amounts: Amounts;
  dropped: Dropped;
  maybe?: Dropped;
  volume: Volume;
  wrapper: Wrapper;
}

export interface Dish {
  title: string;
}

/** Contains a type with a hand-written conversion, so it is never shared. */
export interface Wrapper {
  deeper: Deeper;
}
export interface Deeper {
  plate: Plate;
}
export interface Plate {
  size: string;
}

export interface Dropped {
  x: string;
}

export interface Volume extends VolumeSource {
  name: string;
  note?: string;
}
export interface VolumeSource {
  bowl?: string;
  cup?: string;
}
