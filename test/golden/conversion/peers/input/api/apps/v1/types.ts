export interface Scale {
  replicas: string;
}
