import { type LiteralMigration, shortRecordsId } from "../LiteralMigration.js"

export const shortRecords: LiteralMigration = { id: shortRecordsId, steps: [] }
