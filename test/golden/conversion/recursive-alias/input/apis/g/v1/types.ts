/** An alias that holds itself is shared where nothing below differs, and takes a person's function where something does. */
export interface Disk {
  root?: Folder;
  byHand: Tree;
}

export type Folder = { [name: string]: Folder };

export type Tree = Tree[];
