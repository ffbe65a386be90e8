/**
 * Reports of resolutions: those of `/init` itself, and `POST /sessions`.
 *
 * @module
 */
import {
  judgedReport,
  type SessionReport,
  type SessionReportBody,
  tenantReport,
  toSessionReport,
} from "@consent-service/core/visitor"
import type { ReportedVisitor, ResolutionReports } from "@consent-service/core/ports"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { noContent } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { reportEndpoint } from "../api/PolicyGroup.js"
import { type Call, type Handled, type Received, type Route, routeWithPayload } from "../kernel/Route.js"
import { namedAddress } from "../request/ClientAddress.js"
import { foldQuery, reportedHeaders } from "../request/ReadSignals.js"
import type { Lookup } from "../request/Target.js"
import { addressOf, type HandlerSettings, isAuthenticated, senderOf } from "./HandlerSettings.js"

type Reports = Context.Tag.Service<ResolutionReports>

const deliver = (
  reports: Reports,
  call: Call,
  report: SessionReport,
  { header, ip }: { readonly header: Lookup; readonly ip: string | null },
): Effect.Effect<void> => {
  const { observe, requestId } = call
  const visitor: ReportedVisitor = { ip, userAgent: header("user-agent"), headers: reportedHeaders(header) }
  return Effect.map(reports.deliver(report, visitor), (failure) => {
    if (failure !== null) observe({ _tag: "ResolutionReportFailed", source: report.source, requestId, failure })
  })
}

/** How `/init` delivers its reports; null without a receiver. */
export const initDelivery = (settings: Pick<HandlerSettings, "addresses" | "tenant">, reports: Reports | null) =>
  reports === null
    ? null
    : (call: Call, report: SessionReport): Effect.Effect<void> =>
        deliver(reports, call, tenantReport(report, settings.tenant), {
          header: foldQuery(call.query, call.exchange.header),
          ip: addressOf(settings, call),
        })

const reportInvalid = (path: string, message: string): Problem => ({
  _tag: "ReportInvalid",
  issues: [{ path, message }],
})

/** Browsers always send an origin with a `POST`; the other header proves that the call is intended. */
const admitServers = ({ exchange: { header } }: Call): Problem | null => {
  if (header("origin") !== null) return reportInvalid("Origin", "is sent by browsers; this route is for servers only")
  return (header("x-cs-version") ?? "").trim() === "" ? reportInvalid("X-CS-Version", "is required") : null
}

/** The rate-limit problem of a report, or null; a server with an API key has no limit. */
const limitOf = (settings: HandlerSettings, call: Received): Problem | null => {
  const { rateLimit } = settings
  if (rateLimit === null || isAuthenticated(settings, call)) return null
  const verdict = rateLimit.session(senderOf(settings, call, null, call.bodyBytes))
  return verdict._tag === "Allowed" ? null : verdict
}

const handleReport =
  (settings: HandlerSettings, reports: Reports | null) =>
  (call: Received, body: SessionReportBody): Handled<void> | Problem => {
    if (body.source === "init") return reportInvalid("source", "init is reserved for the service's own reports")
    const limited = limitOf(settings, call)
    if (limited !== null) return limited
    const report = judgedReport(tenantReport(toSessionReport(body), settings.tenant), settings.manifest)
    const taken = noContent({ session: report })
    if (reports === null) return taken
    // A framework server's own address is not the visitor's.
    const ip = namedAddress(settings.addressPolicy, call.exchange.header, "x-cs-client-ip")
    return Effect.as(deliver(reports, call, report, { header: call.exchange.header, ip }), taken)
  }

/** The route of `api/PolicyGroup` that takes reports. */
export const sessionRoutes = (settings: HandlerSettings, reports: Reports | null): ReadonlyArray<Route> => [
  routeWithPayload(reportEndpoint(settings.sessionsNeedKey), handleReport(settings, reports), {
    admit: admitServers,
    refuse: (issues) => ({ _tag: "ReportInvalid", issues }),
  }),
]
