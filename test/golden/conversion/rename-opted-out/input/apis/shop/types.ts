/** The version opts out its fields with these names, and renames other fields to them. */
export interface Item {
  name: string;
  code: string;
}
