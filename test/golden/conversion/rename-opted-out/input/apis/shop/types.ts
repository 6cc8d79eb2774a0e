/** The version opts out its fields of these names and renames others to them. */
export interface Item {
  name: string;
  code: string;
}
