import { createMockClient, err } from "@consent-service/client/testing"

const consent = createMockClient({
  consents: { allows: async () => ({ allowed: false, reason: "never-asked" }) },
  subjects: { identify: async () => err({ code: "IDENTITY_CONFLICT", status: 409 }) },
})

const { allowed } = await consent.consents.allows("user-42", "marketing")
console.log(allowed, consent.calls)
