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
  // The object is not converted to the request's version, because its metadata is the same in all
  // versions.
  (object) => object,
);
