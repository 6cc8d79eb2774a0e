export const firstName = "Ada";

export const names: string[] = [firstName, "Grace"];
