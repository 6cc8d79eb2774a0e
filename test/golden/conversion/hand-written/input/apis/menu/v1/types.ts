import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Menu extends TypeMeta<"menu.example.com/v1", "Menu"> {
  metadata: ObjectMeta;
  spec: MenuSpec;
}

export type Cost = string;
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
  name: string;
}

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
