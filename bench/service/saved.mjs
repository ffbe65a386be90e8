// @ts-check
// Saves through the handler of a service, without sockets.

/** @typedef {ReturnType<typeof import("consent-service").createConsentService>} Service */

/** A policy token of a visitor. @param {Service} service @returns {Promise<string>} */
export const newToken = async (service) => {
  const headers = { "cf-ipcountry": "DE", "accept-language": "de-AT,de;q=0.9" }
  const response = await service.handler(new Request("http://127.0.0.1/init", { headers }))
  return (await response.json()).policySnapshotToken
}

/** @param {Service} service @param {string} text - a request as `requests` makes it */
export const send = (service, text) => {
  const [head = "", body = ""] = text.split("\r\n\r\n")
  const [, ...lines] = head.split("\r\n")
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)))
  return service.handler(new Request("http://127.0.0.1/subjects", { method: "POST", headers, body }))
}

/** @param {Service} service @param {string} text */
export const saveThrough = async (service, text) => {
  const { status } = await send(service, text)
  if (status !== 200) throw new Error(`a save was answered with ${status}`)
}
