/**
 * The page, as tools know it: `window.cs`, once it has started.
 *
 * @module
 */
import { isApi, type PageApi } from "../page/PageApi.js"

/** A page API that has started. */
export interface StartedApi extends PageApi {
  readonly client: NonNullable<PageApi["client"]>
}

const isStarted = (api: PageApi): api is StartedApi => api.client !== null

/** The API of this page; its script has loaded this code. */
export const presentApi = (): StartedApi => {
  if (isApi(window.cs) && isStarted(window.cs)) return window.cs
  throw new Error("cs: window.cs was replaced")
}
