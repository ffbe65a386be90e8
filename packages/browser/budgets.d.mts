import type { BundleName } from "./dist/Bundles.js"

/** The largest allowed sizes of the scripts in bytes, by gzip -9 and Brotli 11, without the service's own line. */
export declare const budgets: Readonly<Record<BundleName, { readonly gzip: number; readonly brotli: number }>>
