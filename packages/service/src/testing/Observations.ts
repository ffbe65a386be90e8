/**
 * Observations to listen to. The core's tests have this module too: they import no other package (the rule
 * `core-tests-stay-small`), and the core publishes nothing that only tests need. Its type keeps the two equal.
 */
import type { RequestHandled } from "@consent-service/core/ports"

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
