import { columnConvertor } from "./column-convertor.js";

/** Table output of kinds without print columns: name and age. */
export const defaultConvertor = columnConvertor(
  [
    {
      name: "Age",
      type: "date",
      description: "The time since the object was created.",
      path: ["metadata", "creationTimestamp"],
    },
  ],
  // Metadata is the same in all versions.
  (object) => object,
);
