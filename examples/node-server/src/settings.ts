const { env } = process

/**
 * What the programs of this example share. The keys below are good for a try on one machine: yours are long random
 * texts, and come from the environment only.
 */
export const settings = {
  port: Number(env["PORT"] ?? 8795),
  consentPort: Number(env["CONSENT_PORT"] ?? 8796),
  /** Where the consent service is; `npm start` runs one there. */
  consentUrl: env["CONSENT_URL"] ?? "http://localhost:8796",
  database: env["DATABASE_URL"] ?? "sqlite:./consent.db",
  /** Under which answers are recorded. */
  domain: env["SHOP_DOMAIN"] ?? "localhost",
  usersFile: env["SHOP_USERS"] ?? "./users.json",
  /** Lets this backend ask and link; one of the service's `apiKeys`. */
  apiKey: env["CONSENT_API_KEY"] ?? "key-of-the-node-server-example",
  /** Signs a visitor's identity for their browser; the service's `identityToken.signingKey`. */
  signingKey: env["CONSENT_IDENTITY_KEY"] ?? "identity-key-of-the-node-server-example",
}
