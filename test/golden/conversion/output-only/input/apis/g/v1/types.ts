export interface Thing {
  name: string;
}
export interface Place {
  street: string;
  floor?: string;
}
