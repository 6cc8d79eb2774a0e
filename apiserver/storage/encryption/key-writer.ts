import { createHash } from "node:crypto";

/** Returns a string that identifies a secret key without revealing it. */
export function keyWriter(secret: Buffer): string {
  return createHash("sha256").update(secret).digest("hex");
}
