// @ts-check
/**
 * The largest allowed sizes of the scripts in bytes, by gzip -9 and Brotli 11, without the service's own line. A feature that makes a
 * file larger goes where fewer pages load it, or pays for itself. docs/decisions/0113 has what each was before.
 *
 * @type {Readonly<Record<import("./dist/Bundles.js").BundleName, { readonly gzip: number; readonly brotli: number }>>}
 */
export const budgets = {
  headless: { gzip: 14_820, brotli: 13_470 },
  full: { gzip: 19_280, brotli: 17_460 },
  iab: { gzip: 25_800, brotli: 23_200 },
  fullFirst: { gzip: 14_120, brotli: 12_810 },
  fullSurfaces: { gzip: 6_000, brotli: 5_300 },
  fullRest: { gzip: 5_110, brotli: 4_560 },
  iabFirst: { gzip: 19_450, brotli: 17_650 },
  iabSurfaces: { gzip: 7_000, brotli: 6_200 },
  iabRest: { gzip: 7_640, brotli: 6_810 },
  declaration: { gzip: 4_000, brotli: 3_500 },
  tools: { gzip: 7_500, brotli: 6_550 },
}
