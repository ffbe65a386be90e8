/**
 * The styles of the surfaces. A page overrides them with the custom properties `--cs-…` of the theme (docs/reference/theme.md), or with
 * `::part()`, whose names are the classes here. System colors follow the color scheme and forced colors; the others have a light and a
 * dark value. Surfaces come in with a movement unless the visitor prefers none.
 *
 * @module
 */

/** The styles of every surface; those of what few page views show are in `RestStyles.ts`. Every selector begins with `.cs`. */
export const styles =
  // Background, text, muted text, lines, controls, accent, text on the accent, radius, padding, distance from the window's edges
  ".cs{all:initial;display:contents;color-scheme:light dark;--b:var(--cs-background,Canvas);--t:var(--cs-text,CanvasText);--m:var(--cs-muted,color-mix(in srgb,var(--t) 75%,var(--b)));--l:var(--cs-border,#8885);--c:var(--cs-control,#757d8c);--a:var(--cs-accent,#2360e8);--o:var(--cs-on-accent,#fff);--r:var(--cs-radius,12px);--p:var(--cs-padding,1.4em);--e:var(--cs-margin,12px);--z:max(15px,.93rem);--h:1.5;color:var(--t);font:var(--cs-text-size,var(--z))/var(--cs-line-height,var(--h)) var(--cs-font,system-ui,sans-serif);overflow-wrap:anywhere;hyphens:auto}" +
  ".cs *{box-sizing:border-box;margin:0;padding:0;border:0;background:none;color:inherit;font:inherit}" +
  ".cs [hidden]{display:none}" +
  ".cs :focus-visible{outline:3px solid var(--cs-focus,var(--a));outline-offset:2px}" +
  ".cs .cs-title{outline:0}" +
  ".cs dialog::backdrop{background:var(--cs-backdrop,#0008)}" +
  // Text
  ".cs h2,.cs h3,.cs summary,.cs-button{font-weight:var(--cs-weight,600)}" +
  ".cs h2{font-size:var(--cs-title-size,1.2em)}" +
  ".cs p,.cs-small{color:var(--m)}" +
  ".cs p{padding-top:.3em}" +
  ".cs .cs-text{padding-top:.5em}" +
  ".cs-small{display:flex;flex-wrap:wrap;gap:0 1.2em;align-items:center;margin-top:.5em;font-size:var(--cs-small-size,.87em)}" +
  ".cs a{display:block;padding:.3em 0;color:var(--cs-link,inherit);text-decoration:underline}" +
  ".cs-logo{display:block;height:var(--cs-logo-height,2em);margin-bottom:.8em}" +
  // Controls
  ".cs button,.cs summary{cursor:pointer}" +
  ".cs-button{flex:1 1 7.5em;min-height:var(--cs-button-height,44px);padding:.4em .6em;border:1px solid var(--c);border-radius:var(--cs-button-radius,var(--r))}" +
  ".cs-button:hover{box-shadow:inset 0 0 0 1px}" +
  ".cs-fill{border-color:var(--a);background:var(--a);color:var(--o)}" +
  ".cs-banner .cs-wide{flex-basis:100%}" +
  // Surfaces
  ".cs-banner,.cs-dialog,.cs-trigger{border:1px solid var(--l);border-radius:var(--r);background:var(--b)}" +
  ".cs-banner,.cs-dialog,.cs-trigger{position:fixed;z-index:var(--cs-z-index,2147483000);inset:auto var(--e) var(--e);margin:auto;box-shadow:var(--cs-shadow,0 8px 32px #0003)}" +
  ".cs-banner,.cs-dialog{display:block;width:auto;max-width:var(--cs-dialog-width,42em);max-height:calc(100% - 2*var(--e));padding:0 var(--p);overflow:auto;scroll-padding-bottom:9em}" +
  ".cs-banner{max-width:var(--cs-width,68em);max-height:min(100% - 2*var(--e),var(--cs-max-height,max(60vh,16em)))}" +
  ".cs-banner.cs-top{inset-block:var(--e) auto;--y:-12px}" +
  ".cs-center,.cs-dialog{top:var(--e)}" +
  ".cs-banner.cs-center{max-width:var(--cs-dialog-width,42em)}" +
  ".cs .cs-left,.cs .cs-right{max-width:var(--cs-corner-width,27em);margin-inline-start:0}" +
  ".cs .cs-right{margin-inline:auto 0}" +
  ".cs-bar{inset:auto 0 0;max-width:none;border-width:1px 0 0;border-radius:0;padding-inline:max(var(--p),50% - 36em)}" +
  ".cs-bar.cs-top{inset:0 0 auto;border-width:0 0 1px}" +
  ".cs-head{padding:var(--p) 0 var(--q,1em)}" +
  ".cs-foot{padding:var(--q,0px) 0 var(--p);background:var(--b)}" +
  ".cs-actions{display:flex;flex-wrap:wrap;gap:var(--cs-gap,.6em)}" +
  ".cs-row{display:flex;gap:1em;justify-content:space-between}" +
  ".cs-trigger{display:flex;gap:.5em;align-items:center;justify-content:center;width:fit-content;min-width:var(--cs-trigger-size,48px);height:var(--cs-trigger-size,48px);bottom:calc(var(--e) + var(--cs-trigger-offset,0px));padding:0 .8em}" +
  ".cs svg{width:24px;margin:0 -4px;fill:none;stroke:var(--cs-trigger-color,currentColor);stroke-width:2}" +
  // Text on the accent: black or white, whichever has the higher contrast, at least 4.5 to 1. White where a browser cannot compute it.
  "@supports(color:lab(from red l a b)){.cs{--k:clamp(0,(.179 - .2126*r - .7152*g - .0722*b)*1e6,1);--o:var(--cs-on-accent,color(from var(--a) srgb-linear var(--k) var(--k) var(--k)))}}" +
  // What is scrolled below the buttons fades out above them.
  "@media(min-height:30em){.cs-foot{position:sticky;bottom:0}.cs-foot::before{content:'';position:absolute;inset:-1em 0 100%;background:linear-gradient(#0000,var(--b));pointer-events:none}}" +
  "@media(max-width:30em),(max-height:30em){.cs{--z:max(14px,.875rem);--h:1.42;--p:var(--cs-padding,1.1em)}.cs-head{padding-bottom:.7em}.cs-small{margin-top:.2em}}" +
  "@media(min-width:30em){.cs-box:not(.cs-dialog) .cs-wide,.cs-bar .cs-wide{flex-basis:7.5em}}" +
  "@media(min-width:64em){.cs-bar,.cs-top.cs-box,.cs-bottom.cs-box{display:grid;grid-template-columns:1fr 33em;gap:0 2.5em;align-items:center;--q:var(--p)}}" +
  "@media(prefers-reduced-motion:no-preference){.cs-in{animation:cs-in var(--cs-duration,.18s) ease-out}}" +
  "@keyframes cs-in{from{opacity:0;transform:translateY(var(--y,12px))}}"
