import { backup, restore } from "./backup.js";
import { createServingCertificate } from "./create-serving-certificate.js";
import { createUser } from "./create-user.js";
import { migrate } from "./migrate.js";
import type { Subcommand } from "./subcommand.js";

/** Subcommands of every server, in the order of the help. */
export const subcommands: readonly Subcommand[] = [backup, restore, migrate, createUser, createServingCertificate];
