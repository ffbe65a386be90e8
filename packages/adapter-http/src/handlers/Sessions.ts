/**
 * Reports of resolutions: what `/init` tells of its own, and `POST /sessions` (wire.md 1.5).
 *
 * @module
 */
import type { ReportedVisitor, ResolutionReports } from "@consent-service/core/ports/ResolutionReports"
import type { SessionReport } from "@consent-service/core/session/SessionReport"
import { judgedReport, reportedHeaders, tenantReport } from "@consent-service/core/session/Sessions"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { noContent } from "../answer/Answer.js"
import type { Problem } from "../answer/Problem.js"
import { reportSession } from "../api/PolicyGroup.js"
import { type Call, type Handled, type Route, routeWithPayload } from "../kernel/Route.js"
import { clientAddress } from "../request/ClientAddress.js"
import { addressOf, type InstanceSetting } from "./Setting.js"

type Reports = Context.Tag.Service<ResolutionReports>

const deliver = (reports: Reports, call: Call, report: SessionReport, ip: string | null): Effect.Effect<void> => {
  const { observe, requestId } = call
  const { header } = call.exchange
  const visitor: ReportedVisitor = { ip, userAgent: header("user-agent"), headers: reportedHeaders(header) }
  return Effect.map(reports.deliver(report, visitor), (failure) => {
    if (failure !== null) observe({ _tag: "ResolutionReportFailed", source: report.source, requestId, failure })
  })
}

/** How `/init` delivers its reports; null where nobody receives any. */
export const initDelivery = (setting: InstanceSetting, reports: Reports | null) =>
  reports === null
    ? null
    : (call: Call, report: SessionReport): Effect.Effect<void> =>
        deliver(reports, call, tenantReport(report, setting.tenant), addressOf(setting, call))

const reportInvalid = (path: string, message: string): Problem => ({
  _tag: "ReportInvalid",
  issues: [{ path, message }],
})

/** Browsers always send an origin with a `POST`; the other header shows who means to call this route. */
const admitServers = ({ exchange: { header } }: Call): Problem | null => {
  if (header("origin") !== null) return reportInvalid("Origin", "is sent by browsers; this route is for servers only")
  return (header("x-cs-version") ?? "").trim() === "" ? reportInvalid("X-CS-Version", "is required") : null
}

const handleReport =
  (setting: InstanceSetting, reports: Reports | null) =>
  (call: Call, body: SessionReport): Handled<void> | Problem => {
    if (body.source === "init") return reportInvalid("source", "init is what this service reports itself")
    const report = judgedReport(tenantReport(body, setting.tenant), setting.manifest)
    const taken = noContent({ session: report })
    if (reports === null) return taken
    // A framework server's own address is not the visitor's.
    const ip = clientAddress({ ...setting.addresses, headers: ["x-cs-client-ip"] }, call.exchange.header, null)
    return Effect.as(deliver(reports, call, report, ip), taken)
  }

/** The route of `api/PolicyGroup` that takes reports. */
export const sessionRoutes = (setting: InstanceSetting, reports: Reports | null): ReadonlyArray<Route> => [
  routeWithPayload(reportSession, handleReport(setting, reports), {
    admit: admitServers,
    refuse: (issues) => ({ _tag: "ReportInvalid", issues }),
  }),
]
