import { createIdentityToken } from "@consent-service/client"

const signingKey = process.env["CONSENT_IDENTITY_KEY"] ?? ""
const identityToken = await createIdentityToken({ externalId: "user-42", signingKey, ttlSeconds: 600 })
console.log(JSON.stringify({ externalId: "user-42", identityToken }))
