/** A recursive alias is shared if no type in it differs. Otherwise a hand-written function converts it. */
export interface Disk {
  root?: Folder;
  byHand: Tree;
}

export type Folder = { [name: string]: Folder };

export type Tree = Tree[];
