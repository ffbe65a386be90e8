/**
 * The subject and the record in the examples of several routes.
 *
 * @module
 */
export const subjectId = "sub_2Zk7PqYb9RtWmN4x"

export const givenAt = 1_763_725_200_000

/** {@link givenAt}, as responses write it. */
export const givenAtIso = new Date(givenAt).toISOString()

export const preferences = { necessary: true, measurement: true, marketing: false }

export const choice = {
  version: 3,
  categories: {
    measurement: { value: true, confirmedAt: givenAt, basis: { kind: "legacy-v2" } },
    marketing: { value: false, confirmedAt: givenAt, basis: { kind: "legacy-v2" } },
  },
} as const

/** A record in responses that list records. */
export const recordItem = {
  id: "cns_5HxTq1vYw8",
  type: "cookie_banner",
  domain: "shop.example",
  givenAt: givenAtIso,
  createdAt: givenAtIso,
  isLatestPolicy: true,
  jurisdiction: "GDPR",
  preferences,
  choice,
}
