export interface Deployment {
  notThisOne: string;
}
export interface Scale {
  replicas: number;
}
