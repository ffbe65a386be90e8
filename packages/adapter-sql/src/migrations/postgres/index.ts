/** The schema on PostgreSQL. */
import type { LiteralSchema } from "../LiteralMigration.js"
import { baseline } from "./0001_baseline.js"
import { hotPathIndexes } from "./0002_hot_path_indexes.js"
import { consentReceipts } from "./0003_consent_receipts.js"
import { vendorChoice } from "./0004_vendor_choice.js"
import { legalDocuments } from "./0005_legal_documents.js"
import { manifestArchive } from "./0006_manifest_archive.js"
import { identityLinks } from "./0007_identity_links.js"
import { experimentSummaries } from "./0008_experiment_summaries.js"
import { evidenceLog } from "./0009_evidence_log.js"
import { erasures } from "./0010_erasures.js"
import { statistics } from "./0011_statistics.js"
import { timestamps } from "./0012_timestamps.js"
import { shortRecords } from "./0013_short_records.js"

export const postgresSchema: LiteralSchema = {
  quote: '"',
  migrationsTable: `create table if not exists {migrations} (
    id text collate "C" not null, checksum text collate "C" not null, applied_at bigint not null, primary key (id)
  )`,
  migrations: [
    baseline,
    hotPathIndexes,
    consentReceipts,
    vendorChoice,
    legalDocuments,
    manifestArchive,
    identityLinks,
    experimentSummaries,
    evidenceLog,
    erasures,
    statistics,
    timestamps,
    shortRecords,
  ],
}
