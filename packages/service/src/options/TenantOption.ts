/**
 * The `tenantId` option.
 *
 * @module
 */
import { says } from "@consent-service/core/authored"
import { hasAtMost, isRecordable } from "@consent-service/core/primitives"
import * as Schema from "effect/Schema"

/** A name that every database can store unchanged in a key. */
const isTenant = (id: string): boolean => id !== "" && id.trim() === id && hasAtMost(id, 255) && isRecordable(id)

/** The schema of the option. */
export const TenantId = Schema.String.pipe(Schema.filter(isTenant)).annotations(
  says(
    "must be well-formed text of 1 to 255 characters without spaces around it; leave it out for the single-tenant scope",
  ),
)
