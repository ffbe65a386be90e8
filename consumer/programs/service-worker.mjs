// The service in a Worker, which refuses; and the SDK, which works.
import { createConsentClient } from "@consent-service/client"
import { createConsentService } from "consent-service"

const refusal = (database) => {
  try {
    createConsentService({ database })
    return "no error"
  } catch (error) {
    return error.message
  }
}

export default {
  fetch: async (request, env) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === "/service") return new Response(refusal(searchParams.get("database")))
    const client = createConsentClient({ baseUrl: env.CONSENT_ORIGIN, apiKey: "a-key-of-the-consumer-suite" })
    return Response.json(await client.consents.allows("user-42", "marketing"))
  },
}
