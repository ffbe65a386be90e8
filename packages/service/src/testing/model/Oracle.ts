/** What a log must have after what happened to it: sets and numbers, without a tree or a digest. */
import type { ConsentDraft } from "@consent-service/core/consent"
import type { EntryKind } from "@consent-service/core/evidence"

/** A record that must be there. */
interface Expected {
  readonly subjectId: string
  readonly isOld: boolean
  /** Whether it has an entry: a record from before the log has none, until it is backfilled. */
  entry: boolean
  hasTrace: boolean
}

/** A subject that must be there. */
interface ExpectedSubject {
  account: string | null
  /** How many of its links have an entry. */
  links: number
}

/** Kinds whose number an erasure or a restore decides: they are compared in another way. */
const free: ReadonlySet<EntryKind> = new Set<EntryKind>([5, 10])

export class Oracle {
  readonly records = new Map<string, Expected>()
  readonly subjects = new Map<string, ExpectedSubject>()
  /** Every draft that was ever saved. */
  readonly drafts: Array<ConsentDraft> = []
  /** The holds in place, by subject. */
  readonly holds = new Map<string, string>()
  readonly contents = new Set<number>()
  version: number | null = null
  /** How many entries of each kind there are: in the tree or on the way to it. */
  readonly counts = new Map<EntryKind, number>()
  /** How many entries in the tree are of nothing any more. */
  emptied = 0
  /** The positions of those that a restore lost. */
  readonly lost = new Set<number>()

  count(kind: EntryKind, by = 1): void {
    if (by > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + by)
  }

  /** @returns whether the record is new */
  save(draft: ConsentDraft, isOld: boolean): boolean {
    const { id, subjectId } = draft.record
    if (this.records.has(id)) return false
    const isLogged = draft.entries !== undefined
    this.records.set(id, { subjectId, isOld, entry: isLogged, hasTrace: true })
    if (isLogged) this.count(1)
    if (this.subjects.has(subjectId)) return true
    const hasLinkEntry = isLogged && draft.link !== null
    if (hasLinkEntry) this.count(2)
    this.subjects.set(subjectId, { account: draft.link?.externalId ?? null, links: hasLinkEntry ? 1 : 0 })
    return true
  }

  /** A verified link to an account. */
  link(subjectId: string, account: string): "UnknownSubject" | "Linked" {
    const subject = this.subjects.get(subjectId)
    if (subject === undefined) return "UnknownSubject"
    if (subject.account !== account) {
      this.count(2)
      subject.links += 1
    }
    subject.account = account
    return "Linked"
  }

  of(subjectId: string): ReadonlyArray<[string, Expected]> {
    return Array.from(this.records).filter(([, record]) => record.subjectId === subjectId)
  }

  /** Everything is in the tree. */
  erase(subjectId: string, part: "trace" | null): "Held" | "NothingThere" | "Erase" {
    if (!this.subjects.has(subjectId)) return "NothingThere"
    if (this.holds.has(subjectId)) return "Held"
    const own = this.of(subjectId)
    if (part === null) return this.remove(subjectId, own)
    const traced = own.filter(([, { hasTrace }]) => hasTrace)
    for (const [, record] of traced) record.hasTrace = false
    return traced.length === 0 ? "NothingThere" : "Erase"
  }

  remove(subjectId: string, records: ReadonlyArray<[string, Expected]>): "Erase" {
    for (const [id, { entry }] of records) {
      this.records.delete(id)
      if (entry) this.emptied += 1
    }
    if (this.of(subjectId).length === 0) {
      this.emptied += this.subjects.get(subjectId)?.links ?? 0
      this.subjects.delete(subjectId)
    }
    return "Erase"
  }

  /** @returns how many records are erased */
  retain(): number {
    let erased = 0
    for (const subjectId of Array.from(this.subjects.keys())) {
      if (this.holds.has(subjectId)) continue
      const due = this.of(subjectId).filter(([, { isOld }]) => isOld)
      erased += due.length
      if (due.length > 0) this.remove(subjectId, due)
    }
    return erased
  }

  /** @returns how many records get an entry */
  backfill(): number {
    const without = Array.from(this.records.values()).filter(({ entry }) => !entry)
    for (const record of without) record.entry = true
    this.count(8, without.length)
    return without.length
  }

  /** What there must be of each kind. */
  exactCounts(): Record<string, number> {
    return Object.fromEntries(Array.from(this.counts).filter(([kind]) => !free.has(kind)))
  }

  /** The same of what there is. */
  static exactCounts(kinds: ReadonlyArray<EntryKind>): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const kind of kinds) if (!free.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }
}
