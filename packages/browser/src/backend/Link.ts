/**
 * Links a visitor's existing records to their account. A save links only a subject that it creates.
 *
 * @module
 */
import type { UserIdentity } from "../config/PageOptions.js"
import { sendJson } from "./Fetch.js"

/** Links the subject to an account at the service. @returns whether the service accepted it; never rejects */
export const linkSubject = async (backendURL: string, subjectId: string, user: UserIdentity): Promise<boolean> =>
  (await sendJson("PATCH", `${backendURL}/subjects/${subjectId}`, user)).status === 200
