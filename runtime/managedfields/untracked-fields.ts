import { FieldSet, makePath } from "../structuredmerge/index.js";

/**
 * Fields that no manager can own, because every write changes them or no write can change them.
 * Source: `stripMetaManager` of apimachinery.
 */
export const untrackedFields = new FieldSet(
  ...["apiVersion", "kind", "metadata"].map((name) => makePath(name)),
  ...[
    "name",
    "namespace",
    "creationTimestamp",
    "selfLink",
    "uid",
    "clusterName",
    "generation",
    "managedFields",
    "resourceVersion",
  ].map((name) => makePath("metadata", name)),
);
