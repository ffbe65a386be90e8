/**
 * The styles of the overlay for developers, in its shadow root. Its colors follow the browser, not the page.
 *
 * @module
 */

/** Each text has a contrast of at least 4.5 to 1 in both color schemes. */
export const debugStyles =
  ":host{all:initial;color-scheme:light dark;--back:#fff;--text:#16191d;--quiet:#545b64;--line:#c9ced6;--good:#0a6b36;--bad:#b3261e;--warning:#8a5300;--focus:#2360e8}" +
  "@media(prefers-color-scheme:dark){:host{--back:#16191d;--text:#f1f3f5;--quiet:#aab2bd;--line:#464d57;--good:#6fdd9b;--bad:#ff9d94;--warning:#ffc46b;--focus:#8ab4ff}}" +
  "*{box-sizing:border-box;margin:0;padding:0;font:inherit}" +
  ".panel{position:fixed;z-index:2147483647;inset:auto 8px 8px auto;display:flex;flex-direction:column;width:min(30rem,100vw - 16px);height:auto;max-height:min(80vh,100vh - 16px);overflow:hidden;border:1px solid var(--line);border-radius:10px;background:var(--back);color:var(--text);box-shadow:0 8px 32px #0006;font:max(13px,.8125rem)/1.45 system-ui,sans-serif}" +
  ".head{display:flex;flex-wrap:wrap;gap:8px;align-items:center;padding:8px 12px;border-bottom:1px solid var(--line)}" +
  "h2{flex:1;font-weight:600;font-size:1.1em}" +
  "h3{font-weight:600;padding:10px 0 2px}" +
  "button{min-height:28px;padding:2px 10px;border:1px solid var(--quiet);border-radius:6px;background:none;color:inherit;cursor:pointer}" +
  ":focus-visible{outline:3px solid var(--focus);outline-offset:-3px}" +
  ".content{overflow:auto;padding:0 12px 12px;overflow-wrap:anywhere}" +
  "dl>div{display:grid;grid-template-columns:minmax(6.5em,28%) 1fr;gap:8px;padding:2px 0;border-bottom:1px solid var(--line)}" +
  "dt{color:var(--quiet)}" +
  ".good dd{color:var(--good)}.bad dd{color:var(--bad)}.warning dd{color:var(--warning)}" +
  "@media(max-width:30em){dl>div{grid-template-columns:1fr;gap:0}}"
