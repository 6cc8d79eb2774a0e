import { FieldSet, makePath } from "../structuredmerge/index.js";

/**
 * The fields that every write changes, or that no write can change: they have no manager. Source:
 * `stripMetaManager` of apimachinery.
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
