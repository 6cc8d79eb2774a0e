import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  metadata: ObjectMeta;
}

export interface ListOf<T> extends TypeMeta {
  metadata: ListMeta;
  items: T[];
}

/** An interface with TypeMeta is a kind. */
export interface ShopList extends ListOf<Shop> {}

/** An alias is not a kind. */
export type BoutiqueList = ListOf<Shop>;

/** +k8s:register-gen=false */
export type StoreList = ListOf<Shop>;

/** A kind has its own name. */
export type Store = Shop;

/** +kubebuilder:printcolumn:name="Size",type=string,JSONPath=".size" */
export interface ShopSpec {
  size: string;
}
