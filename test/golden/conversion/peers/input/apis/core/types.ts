export interface Template {
  image: string;
}
export interface Secret {
  data: Record<string, string>;
}
export interface ByHub {
  text: string;
}
