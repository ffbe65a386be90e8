// @ts-check
/**
 * The largest allowed sizes of the scripts in bytes, by gzip -9 and Brotli 11, without the service's own line. A feature that makes a
 * file larger goes where fewer pages load it, or pays for itself. docs/decisions/0113 has what each was before.
 *
 * @type {Readonly<Record<import("./dist/Bundles.js").BundleName, { readonly gzip: number; readonly brotli: number }>>}
 */
export const budgets = {
  headless: { gzip: 14_700, brotli: 13_350 },
  full: { gzip: 19_150, brotli: 17_330 },
  iab: { gzip: 25_550, brotli: 22_990 },
  fullFirst: { gzip: 14_000, brotli: 12_700 },
  fullSurfaces: { gzip: 6_000, brotli: 5_300 },
  fullRest: { gzip: 5_130, brotli: 4_570 },
  iabFirst: { gzip: 19_200, brotli: 17_450 },
  iabSurfaces: { gzip: 7_000, brotli: 6_200 },
  iabRest: { gzip: 7_680, brotli: 6_840 },
  declaration: { gzip: 4_550, brotli: 4_010 },
  tools: { gzip: 7_500, brotli: 6_550 },
}
