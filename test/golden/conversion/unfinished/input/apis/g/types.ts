export interface Thing {
  name: string;
}
