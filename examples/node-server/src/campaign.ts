import { createConsentClient } from "@consent-service/client"
import { sendCampaign } from "./sendCampaign.js"
import { settings } from "./settings.js"
import { readUsers } from "./users.js"

const consent = createConsentClient({ baseUrl: settings.consentUrl, apiKey: settings.apiKey })

const outcome = await sendCampaign(consent, readUsers(settings.usersFile), ({ email }) => {
  // Your mail service goes here.
  console.log(`wrote to ${email}`)
})

if (outcome.sent) {
  for (const { user, why } of outcome.leftOut) console.log(`not to ${user.email}: ${why}`)
  console.log(`${outcome.written.length} written to, ${outcome.leftOut.length} left out`)
} else {
  const { code, message } = outcome.error
  console.error(`No emails were sent, because the consent service is unavailable: ${code}, ${message}`)
  process.exitCode = 1
}
