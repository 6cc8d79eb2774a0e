/** The name of this folder is a reserved word, so that no import can have it as its name. */
export {};
