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
  // The object is not converted to the request's version, because all versions of a kind have the
  // same metadata.
  (object) => object,
);
