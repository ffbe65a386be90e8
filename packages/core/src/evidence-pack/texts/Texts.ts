/** The texts of the first page of a pack. Functions give plain text, which the page escapes. */

/** The files and folders that the page explains. */
export type Explained =
  | "records/"
  | "receipts/"
  | "links/"
  | "notices/*/notice.html"
  | "notices/*/"
  | "documents/"
  | "log/"
  | "log/entries/"
  | "log/timestamps/"
  | "manifest.json"
  | "manifest.tlog-proof"
  | "verify.html, verify.mjs"

/** The texts. */
export interface PackTexts {
  readonly title: string
  readonly intro: (createdAt: string, software: string, records: number) => string
  readonly withheld: (parts: string) => string
  readonly parts: Readonly<Record<"subject" | "trace", string>>
  readonly unsignedTitle: string
  readonly unsigned: string
  readonly verifyTitle: string
  readonly verify: readonly [key: string, open: string, compare: string]
  readonly provesTitle: string
  readonly proves: ReadonlyArray<string>
  readonly provesNotTitle: string
  readonly provesNot: ReadonlyArray<string>
  readonly unprovenTitle: string
  readonly unproven: string
  readonly filesTitle: string
  readonly files: Readonly<Record<Explained, string>>
  readonly recordsTitle: string
}
