import { createConsent } from "@consent-service/browser"

const consent = createConsent({ backendURL: "/consent" })

const show = () => {
  document.getElementById("state").textContent = consent.has("measurement") ? "Measurement is on" : "Measurement is off"
}

consent.subscribe(show)
show()
