export type Folder = { [name: string]: Folder };

export interface Disk {
  root: Folder;
}
