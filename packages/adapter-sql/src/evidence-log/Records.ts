/** Reads the records of one tenant in their order on an SQL database. */
import type { RecordPolicy, Records, StoredRecord } from "@consent-service/core/ports"
import type { Row } from "@effect/sql/SqlConnection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { TenantStore } from "../schema/TenantStore.js"
import { optionalText, reading, text } from "../statement/Columns.js"
import { rowsOf } from "../statement/Queries.js"
import { factsOf } from "./Facts.js"

const policyOf = (row: Row): RecordPolicy | null => {
  const policyId = optionalText(row["of_policy"])
  return policyId === null
    ? null
    : {
        policyId,
        country: optionalText(row["of_country"]),
        region: optionalText(row["of_region"]),
        language: text(row["of_language"]),
      }
}

const recordOf = (row: Row): StoredRecord => ({ facts: factsOf(row), policy: policyOf(row) })

/** The records of a tenant. */
export const recordsOf = ({ database, run, tenant, tenantKey }: TenantStore): Context.Tag.Service<Records> => {
  const { sql, tables } = database
  const [consent, decision] = [sql(tables.consent), sql(tables.policyDecision)]
  const policy = sql.literal(
    "d.policy_id as of_policy, d.country as of_country, d.region as of_region, d.language as of_language",
  )
  return {
    tenant,
    read: ({ from, to }, limit) =>
      run(
        "readRecords",
        Effect.flatMap(
          rowsOf(
            sql`select c.*, ${policy} from ${consent} c
              left join ${decision} d on d.tenant = c.tenant and d.id = c.decision_id
              where c.tenant = ${tenantKey} and c.id >= ${from} and c.id <= ${to}
              order by c.id limit ${sql.literal(String(limit))}`,
          ),
          (rows) => reading(() => rows.map(recordOf)),
        ),
      ),
  }
}
