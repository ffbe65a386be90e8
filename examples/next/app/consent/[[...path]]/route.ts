import { consentRoute } from "consent-service/next"
import { consent } from "../../../lib/consent"

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = consentRoute(consent)
