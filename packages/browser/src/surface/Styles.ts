/**
 * The styles of the surfaces. A page overrides them with the custom properties `--cs-accent`, `--cs-on-accent`,
 * `--cs-background`, `--cs-text`, `--cs-muted`, `--cs-border`, `--cs-control`, `--cs-radius` and `--cs-font`, or with
 * `::part()`, whose names are `cs-banner`, `cs-dialog` and `cs-button`. System colors follow the color scheme and
 * forced colors; the others have a light and a dark value. Nothing is animated.
 *
 * @module
 */

/** The styles of every surface. Every selector begins with `.cs`. */
export const styles =
  // Background, text, muted text, lines, controls, accent, text on the accent, radius
  ".cs{all:initial;display:contents;color-scheme:light dark;--b:var(--cs-background,Canvas);--t:var(--cs-text,CanvasText);--m:var(--cs-muted,color-mix(in srgb,var(--t) 75%,var(--b)));--l:var(--cs-border,#8885);--c:var(--cs-control,#757d8c);--a:var(--cs-accent,#2360e8);--o:var(--cs-on-accent,#fff);--r:var(--cs-radius,12px);color:var(--t);font:max(15px,.93rem)/1.5 var(--cs-font,system-ui,sans-serif);overflow-wrap:anywhere;hyphens:auto}" +
  ".cs *{box-sizing:border-box;margin:0;padding:0;border:0;background:none;color:inherit;font:inherit}" +
  ".cs [hidden]{display:none}" +
  ".cs :focus-visible{outline:3px solid var(--a);outline-offset:2px}" +
  ".cs ::backdrop{background:#0008}" +
  // Text
  ".cs h2,.cs h3,.cs summary,.cs-button{font-weight:600}" +
  ".cs h2{font-size:1.2em}" +
  ".cs p,.cs-small{color:var(--m);padding-top:.3em}" +
  ".cs-small{display:flex;flex-wrap:wrap;gap:0 1.2em;align-items:center;font-size:.87em}" +
  ".cs a{display:block;padding:.2em 0}" +
  // Controls
  ".cs button,.cs summary{cursor:pointer}" +
  ".cs-button{flex:1 1 7.5em;min-height:44px;padding:.4em .6em;border:1px solid var(--c);border-radius:var(--r)}" +
  ".cs-fill,.cs-switch[aria-checked=true]{border-color:var(--a);background:var(--a)}" +
  ".cs-fill{color:var(--o)}" +
  ".cs-banner .cs-wide{flex-basis:100%}" +
  ".cs-close,.cs-trigger{width:48px;height:48px;flex:none;font-size:1.8em;line-height:1}" +
  ".cs-close{margin:-10px -14px}" +
  // Drawn with borders, because forced colors replace but keep those
  ".cs-switch{flex:none;width:48px;height:28px;border:2px solid var(--c);border-radius:14px;background:var(--c)}" +
  ".cs-switch::before{content:'';display:block;width:0;margin:0 2px;border:10px solid var(--o);border-radius:50%}" +
  ".cs-switch[aria-checked=true]::before{margin-inline-start:22px}" +
  ".cs-switch:disabled{opacity:.5}" +
  // Surfaces
  ".cs-banner,.cs-dialog,.cs-trigger,.cs-embed{border:1px solid var(--l);border-radius:var(--r);background:var(--b)}" +
  ".cs-banner,.cs-dialog,.cs-trigger{position:fixed;z-index:2147483000;inset:auto 12px 12px;margin:auto;box-shadow:0 8px 32px #0003}" +
  ".cs-banner,.cs-dialog{max-width:62em;max-height:calc(100% - 24px);padding:0 1.4em;overflow:auto;scroll-padding-bottom:9em}" +
  ".cs-top{inset-block:12px auto}" +
  ".cs-center,.cs-dialog{top:12px;max-width:42em}" +
  ".cs [class*=bottom-]{max-width:27em;margin-inline-start:0}" +
  ".cs .cs-bottom-right{margin-inline:auto 0}" +
  ".cs-head{padding:1.4em 0 .6em}" +
  ".cs-actions{display:flex;flex-wrap:wrap;gap:.6em;padding:1em 0 1.4em;background:var(--b)}" +
  ".cs-row{display:flex;gap:1em;justify-content:space-between}" +
  ".cs-body,.cs-item+.cs-item,.cs-dialog>.cs-actions{border-top:1px solid var(--l)}" +
  ".cs-body{font-size:.94em}" +
  ".cs-item{padding:1em 0}" +
  ".cs summary{padding-top:.6em}" +
  ".cs li.cs-row{padding:.7em 6px;content-visibility:auto;contain-intrinsic-size:auto 5em}" +
  ".cs-embed{box-sizing:border-box;display:grid;gap:1em;place-content:center;padding:1em;text-align:center}" +
  // Text on the accent: black or white, whichever has the higher contrast, at least 4.5 to 1. White where a browser cannot compute it.
  "@supports(color:lab(from red l a b)){.cs{--o:var(--cs-on-accent,lab(from var(--a) calc((49 - l)*99) 0 0))}}" +
  "@media(min-height:30em){.cs-actions{position:sticky;bottom:0}}" +
  "@media(min-width:50em){.cs-top,.cs-bottom{display:grid;grid-template-columns:1fr 21em;gap:0 2.5em;align-items:center}}"
