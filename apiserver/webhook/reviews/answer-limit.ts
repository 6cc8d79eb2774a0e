/**
 * Maximum size of the objects or of the patch in a response, in bytes. The body of a review has at
 * most 8 MiB, but its objects can be larger in another version.
 */
export const answerLimit = 16 * 1024 * 1024;
