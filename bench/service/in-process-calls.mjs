// @ts-check
// Requests as the load sends them, given to a service without sockets.
import { initBeforeSaves } from "./requests.mjs"

/** @typedef {ReturnType<typeof import("consent-service").createConsentService>} Service */
/** @typedef {{ method: string, path: string, headers: Readonly<Record<string, string>>, body: string }} Call */

/** The parts of a request as the load sends it. @param {string} text @returns {Call} */
export const callOf = (text) => {
  const [head = "", body = ""] = text.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const [method = "", path = ""] = first.split(" ")
  return { method, path, headers: Object.fromEntries(lines.map((line) => line.split(/: (.*)/))), body }
}

/** @param {Service} service @param {Call} call */
export const handle = (service, { path, ...call }) => {
  const init = { ...call, body: call.body === "" ? null : call.body }
  return service.handler(new Request(`http://127.0.0.1${path}`, init))
}

/** What visitors who save get before. @param {Service} service @returns {Promise<string>} */
export const newToken = async (service) => {
  const { headers, path } = initBeforeSaves
  return (await (await service.handler(new Request(`http://127.0.0.1${path}`, { headers }))).json()).policySnapshotToken
}

/** @param {Service} service @param {string} text of a save */
export const saveThrough = async (service, text) => {
  const { status } = await handle(service, callOf(text))
  if (status !== 200) throw new Error(`a save was answered with ${status}`)
}
