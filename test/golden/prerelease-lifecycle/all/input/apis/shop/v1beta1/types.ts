import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

// +k8s:prerelease-lifecycle-gen:introduced=1.5

/** Both other releases follow from the release of the introduction. */
export interface Boot extends TypeMeta<"shop.example.com/v1beta1", "Boot"> {
  metadata: ObjectMeta;
}

/**
 * A list has a lifecycle, too.
 *
 * +k8s:prerelease-lifecycle-gen:introduced=1.5
 * +k8s:prerelease-lifecycle-gen:deprecated=1.7
 */
export interface BootList extends TypeMeta<"shop.example.com/v1beta1", "BootList"> {
  metadata: ListMeta;
  items: Boot[];
}

/**
 * +k8s:prerelease-lifecycle-gen:introduced=1.5
 * +k8s:prerelease-lifecycle-gen:removed=1.9
 * +k8s:prerelease-lifecycle-gen:replacement=shop.example.com,v1,Boot
 */
export interface Shoe extends TypeMeta<"shop.example.com/v1beta1", "Shoe"> {
  metadata: ObjectMeta;
}

/** Not a kind. */
export interface Sole {
  size: string;
}
