export interface Thing {
  name: string;
  size: string;
}
