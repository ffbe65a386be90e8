/**
 * Links the records a visitor has to his account (service.md, "Identity"): a save links only the subject it creates.
 *
 * @module
 */
import type { UserIdentity } from "../page/Config.js"
import { sendJson } from "./Fetch.js"

/** Tells the service who the subject is. @returns whether it took it; never rejects */
export const linkSubject = async (backendURL: string, subjectId: string, user: UserIdentity): Promise<boolean> =>
  (await sendJson("PATCH", `${backendURL}/subjects/${subjectId}`, user)).status === 200
