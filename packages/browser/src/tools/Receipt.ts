/**
 * Finds the receipt of the visitor's latest recorded decision: of their records, the latest; then its receipt, once it is logged.
 *
 * @module
 */
import { decodeOutbox, outboxKey } from "../backend/Outbox.js"
import { type Answer, ask } from "../backend/Fetch.js"
import type { ReceiptOptions, ReceiptOutcome } from "../runtime/ToolsCode.js"
import { at, isText, parseJson } from "../store/Plain.js"
import type { SignedReceipt } from "../wire/Receipt.js"
import type { StartedApi } from "./PresentApi.js"
import { decidedAt, readItem, recordsKey, writeItem } from "./Stored.js"

/** What finding a receipt needs of a page. */
export interface ReceiptSource {
  readonly backendURL: string
  /** Null before the first decision. */
  readonly subjectId: string | null
  readonly getItem: (key: string) => string | null
  /** Sends a request. Never rejects. */
  readonly ask: (url: string) => Promise<Answer>
  readonly pause: (ms: number) => Promise<void>
  /** The clock, in epoch milliseconds. */
  readonly now: () => number
}

/** How long a decision may take to be delivered and logged, in milliseconds. */
const patienceMs = 10_000

const pollMs = 250

const not = (reason: "none" | "pending" | "unavailable"): ReceiptOutcome => ({ ok: false, reason })

/** Whether it is a receipt, not the page of a proxy. */
export const isReceipt = (value: unknown): value is SignedReceipt =>
  at(value, "format") === "consent-service/receipt/v1" && isText(at(value, "checkpoint"))

/** The id of the latest record: of those that `GET /subjects/:id` answers, the one with the latest act. */
export const latestRecord = (body: unknown): string | null => {
  const consents = at(body, "consents")
  const records = (Array.isArray(consents) ? consents : []).filter(
    (record) => isText(at(record, "id")) && at(record, "type") === "cookie_banner",
  )
  const timeOf = (record: unknown): number => Date.parse(String(at(record, "givenAt"))) || 0
  const latest: unknown = records.sort((a, b) => timeOf(b) - timeOf(a))[0]
  return latest === undefined ? null : String(at(latest, "id"))
}

/** Whether this visitor's saves are on their way (`sent`), wait for another page view (`waits`), or have all arrived. */
const deliveryOf = ({ getItem, subjectId }: ReceiptSource): "arrived" | "sent" | "waits" => {
  const mine = decodeOutbox(getItem(outboxKey)).filter(({ payload }) => payload.subjectId === subjectId)
  if (mine.some(({ attempts, unproven }) => attempts > 0 || unproven)) return "waits"
  return mine.length > 0 ? "sent" : "arrived"
}

/** Finds the receipt, within ten seconds. Never rejects. */
export const receiptFrom = async (source: ReceiptSource): Promise<ReceiptOutcome> => {
  const { ask: send, backendURL, now, pause, subjectId } = source
  if (subjectId === null) return not("none")
  const end = now() + patienceMs
  for (let delivery = deliveryOf(source); delivery !== "arrived"; delivery = deliveryOf(source)) {
    if (delivery === "waits" || now() >= end) return not("pending")
    await pause(pollMs)
  }
  const subject = `${backendURL}/subjects/${encodeURIComponent(subjectId)}`
  const records = await send(`${subject}?type=cookie_banner`)
  if (records.status === 404) return not("none")
  if (records.status !== 200) return not("unavailable")
  const consentId = latestRecord(records.body)
  if (consentId === null) return not("none")
  for (;;) {
    const { body, status, waitMs } = await send(`${subject}/receipts/${encodeURIComponent(consentId)}`)
    if (status === 200 && isReceipt(body)) return { ok: true, receipt: body }
    if (status !== 202) return not("unavailable")
    if (now() >= end) return not("pending")
    await pause(waitMs || 1_000)
  }
}

const download = (receipt: SignedReceipt): void => {
  const link = document.createElement("a")
  const file = new Blob([JSON.stringify(receipt)], { type: "application/json" })
  link.href = URL.createObjectURL(file)
  link.download = `consent-receipt-${new Date(receipt.entry.time).toISOString().slice(0, 10)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** A receipt that was kept for this decision of this visitor. */
const keptReceipt = (key: string, subjectId: string | null, decided: number): SignedReceipt | null => {
  const kept = parseJson(readItem(key))
  const receipt = at(kept, "receipt")
  const isTheirs = subjectId !== null && at(kept, "subjectId") === subjectId && at(kept, "decidedAt") === decided
  return isTheirs && isReceipt(receipt) ? receipt : null
}

/** Finds the receipt of a page's visitor, keeps it where the page is configured to, and downloads it where it is wanted. */
export const findReceipt = async (
  { client: { backendURL, config }, getSnapshot }: StartedApi,
  { save = false }: ReceiptOptions = {},
): Promise<ReceiptOutcome> => {
  const { subjectId } = getSnapshot()
  const key = recordsKey(config)
  const keptKey = `${key}-receipt`
  const keeps = config.receipts === "keep" && config.persistence !== false
  const found = await receiptFrom({
    backendURL,
    subjectId,
    getItem: readItem,
    ask,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: Date.now,
  })
  const decided = decidedAt(readItem(key))
  const isAway = !found.ok && found.reason === "unavailable"
  const kept = keeps && isAway ? keptReceipt(keptKey, subjectId, decided) : null
  const outcome: ReceiptOutcome = kept ? { ok: true, receipt: kept } : found
  if (!outcome.ok) return outcome
  const { receipt } = outcome
  if (keeps && !kept) writeItem(keptKey, JSON.stringify({ subjectId, decidedAt: decided, receipt }))
  if (save) download(receipt)
  return outcome
}
