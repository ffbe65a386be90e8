/** What the laws of identity links share. */
import type { IdentityLink } from "@consent-service/core/consent/ConsentRecord"
import type { IdentityLinks } from "@consent-service/core/ports/IdentityLinks"
import type { SubjectId } from "@consent-service/core/subject/SubjectId"
import type { Vitest } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { makeDraft } from "../Drafts.js"
import type { Ledger } from "../StoreUnderTest.js"
import { insert } from "./LawSupport.js"

/** What the port of identity links offers. */
export type Links = Context.Tag.Service<IdentityLinks>

/** One store, with the ledgers of any number of tenants and the links of their subjects. */
export interface LinksUnderTest {
  /** Asked several times for one tenant, as several processes would, and so are the links. */
  readonly ledger: (tenant: string | null) => Effect.Effect<Ledger, unknown, Scope.Scope>
  readonly links: (tenant: string | null) => Effect.Effect<Links, unknown, Scope.Scope>
}

export class TestedLinks extends Context.Tag("@consent-service/testkit/LinksUnderTest")<
  TestedLinks,
  LinksUnderTest
>() {}

/** Where the laws are declared. */
export type ItOfLinks = Vitest.MethodsNonLive<TestedLinks, true>

type Law = Effect.Effect<void, unknown, Scope.Scope | TestedLinks>

export const linkLaw = (it: ItOfLinks, timeout: number) => (title: string, body: Law) =>
  it.scoped(title, () => body, { timeout })

/** A tenant's ledger and links, as another process would have them. */
export const storesOf = (tenant: string | null = "laws") =>
  Effect.flatMap(TestedLinks, (store) => Effect.all({ ledger: store.ledger(tenant), links: store.links(tenant) }))

/** A subject with a record, linked as given. */
export const newSubject = (ledger: Ledger, link: IdentityLink | null): Effect.Effect<SubjectId, unknown> => {
  const draft = makeDraft({}, { link })
  return Effect.as(insert(ledger, draft), draft.record.subjectId)
}
