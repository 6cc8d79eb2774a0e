export interface Thing {
  name: string;
  title: string;
}
