import { FieldSet, makePath } from "../structuredmerge/index.js";

/**
 * Fields without managers: those that every write changes, or that no write can change. Source:
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
