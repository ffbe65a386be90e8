/** Observations to listen to. */
import type { RequestHandled } from "../observation/Observation.js"

/** A request of which nothing but its outcome is known. */
export const aRequest = (change: Partial<RequestHandled> = {}): RequestHandled => ({
  _tag: "RequestHandled",
  method: "GET",
  route: "/init",
  status: 200,
  durationMs: 1.23456,
  requestId: "req-1",
  tenant: null,
  code: null,
  consent: null,
  act: null,
  identity: null,
  subjectsMatched: null,
  session: null,
  journeyId: null,
  failure: null,
  ...change,
})
