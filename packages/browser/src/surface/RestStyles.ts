/**
 * The styles of what few page views show, the preference dialog and placeholders, in addition to those of every surface.
 *
 * @module
 */

/** The styles of dialog and placeholders. Every selector begins with `.cs`. */
export const restStyles =
  ".cs-row:has(>.cs-switch:enabled){cursor:pointer}" +
  ".cs .cs-always{flex:none;align-self:start;color:var(--m);font-weight:var(--cs-weight,600);cursor:auto}" +
  ".cs-close{width:48px;height:48px;flex:none;margin:-10px -14px;font-size:1.8em;line-height:1}" +
  // Drawn with borders, because forced colors replace but keep those
  ".cs-switch{flex:none;width:48px;height:28px;border:2px solid var(--c);border-radius:14px;background:var(--c)}" +
  ".cs-switch::before{content:'';display:block;width:0;margin:0 2px;border:10px solid var(--cs-switch-thumb,var(--o));border-radius:50%}" +
  ".cs-switch[aria-checked=true]{border-color:var(--cs-switch-on,var(--a));background:var(--cs-switch-on,var(--a))}" +
  ".cs-switch[aria-checked=true]::before{margin-inline-start:22px}" +
  ".cs-switch:disabled{opacity:.5}" +
  ".cs-language{min-height:2em;border:1px solid var(--l);border-radius:.4em;background:var(--b)}" +
  ".cs-drawer{inset-block:0;inset-inline:auto 0;width:var(--cs-drawer-width,28em);max-width:100%;height:100%;max-height:none;border-radius:0;--y:0}" +
  ".cs-dialog .cs-foot{padding-top:1em}" +
  ".cs-body,.cs-item+.cs-item{border-top:1px solid var(--l)}" +
  ".cs-body{font-size:.94em}" +
  ".cs-item{padding:1em 0}" +
  ".cs summary{padding-top:.6em}" +
  ".cs li.cs-row{padding:.7em 6px;content-visibility:auto;contain-intrinsic-size:auto 5em}" +
  ".cs-embed{box-sizing:border-box;display:grid;place-content:center;padding:1em;border:1px solid var(--l);border-radius:var(--r);text-align:center;background:color-mix(in srgb,var(--t) 5%,var(--b))}" +
  ".cs-embed .cs-actions{justify-content:center;padding-top:1em}" +
  ".cs-embed .cs-button{flex:0 1 auto;padding-inline:1.2em}" +
  "@media(prefers-reduced-motion:no-preference){.cs-switch,.cs-switch::before{transition:all var(--cs-duration,.18s)}}"
