import { columnConvertor } from "./column-convertor.js";

/** Of kinds that say nothing else: their name, and for how long they have been there. */
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
