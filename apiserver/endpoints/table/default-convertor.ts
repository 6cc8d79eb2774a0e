import { columnConvertor } from "./column-convertor.js";

/** Table output with name and age, for kinds without print columns. */
export const defaultConvertor = columnConvertor(
  [
    {
      name: "Age",
      type: "date",
      description: "The time since the object was created.",
      path: ["metadata", "creationTimestamp"],
    },
  ],
  // All versions of a kind have the same metadata. The object therefore needs no conversion to a
  // version.
  (object) => object,
);
