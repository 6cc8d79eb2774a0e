import type { AnonymousRule, AuthenticationConfiguration } from "../authentication/jwt/configuration.js";
import type { TokenAuthenticator } from "../authentication/token/token-authenticator.js";
import { watchFiles } from "../certificates/file-watch.js";
import type { Log } from "../logging/log.js";

/** The file of --authentication-config, which is read again when it changes. */
export interface FollowedAuthentication {
  readonly authenticate: TokenAuthenticator;
  /** Returns the current rule for requests without credentials; undefined if the file has none. */
  readonly anonymous: () => AnonymousRule | undefined;
  /** Stops following the file. */
  readonly close: () => void;
}

/**
 * Reads the file of --authentication-config, and follows its changes. If a changed file has a
 * problem, logs the problem and keeps the old configuration. Returns undefined if the options name
 * no file.
 * @throws Error with all problems of the file
 */
export async function followAuthentication(
  {
    authenticationConfig: file,
    anonymousAuth,
  }: { readonly authenticationConfig: string; readonly anonymousAuth: boolean },
  log: Log,
): Promise<FollowedAuthentication | undefined> {
  if (file === "") return undefined;
  // These modules need the YAML library and CEL, which most servers do not load.
  const { readAuthenticationConfiguration } = await import("../authentication/jwt/read-configuration.js");
  const { byJWT } = await import("../authentication/jwt/by-jwt.js");
  const read = async (): Promise<AuthenticationConfiguration> => {
    const configuration = await readAuthenticationConfiguration(file).catch((error: unknown) => {
      throw new Error(`--authentication-config: ${(error as Error).message}`, { cause: error });
    });
    if (configuration.anonymous !== undefined && !anonymousAuth)
      throw new Error(
        `--anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file ${file}`,
      );
    return configuration;
  };
  let current = await read();
  let authenticate = await byJWT(current.issuers);
  const reload = async (): Promise<void> => {
    try {
      const next = await read();
      if (JSON.stringify(shown(next)) === JSON.stringify(shown(current))) return;
      authenticate = await byJWT(next.issuers);
      current = next;
      log.info(0, "Authentication configuration reloaded", { file });
    } catch (error) {
      log.error(
        "the authentication configuration could not be reloaded; the previous configuration stays in use",
        error,
      );
    }
  };
  return {
    authenticate: (token) => authenticate(token),
    anonymous: () => current.anonymous,
    close: watchFiles([file], () => void reload()),
  };
}

/**
 * Returns a configuration as a value that JSON.stringify can encode completely, to compare
 * configurations.
 */
function shown({ issuers, anonymous }: AuthenticationConfiguration): unknown {
  return [issuers.map((issuer) => ({ ...issuer, requiredClaims: [...issuer.requiredClaims] })), anonymous];
}
