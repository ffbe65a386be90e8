const { env } = process

/**
 * Shared by the programs of this example. The keys below are only for trying it on one machine: yours are long random
 * strings, and come from the environment only.
 */
export const settings = {
  port: Number(env["PORT"] ?? 8795),
  consentPort: Number(env["CONSENT_PORT"] ?? 8796),
  /** Where the consent service is; `npm start` runs one there. */
  consentUrl: env["CONSENT_URL"] ?? "http://localhost:8796",
  database: env["DATABASE_URL"] ?? "sqlite:./consent.db",
  /** The domain that decisions are recorded under. */
  domain: env["SHOP_DOMAIN"] ?? "localhost",
  usersFile: env["SHOP_USERS"] ?? "./users.json",
  /** Lets this backend check consents and link accounts; one of the service's `apiKeys`. */
  apiKey: env["CONSENT_API_KEY"] ?? "key-of-the-node-server-example",
  /** Signs a visitor's identity for their browser; the service's `identityToken.signingKey`. */
  signingKey: env["CONSENT_IDENTITY_KEY"] ?? "identity-key-of-the-node-server-example",
}
