/** An alias that contains itself has no fields, so that a path cannot lead through it. */
export type Folder = { [name: string]: Folder };

export interface Disk {
  root: Folder;
  label: string;
}
