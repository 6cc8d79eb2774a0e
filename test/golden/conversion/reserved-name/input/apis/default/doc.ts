/** A folder may have a name that no module can be imported as. */
export {};
