/**
 * Additional styles of the IAB surfaces.
 *
 * @module
 */

/** The styles of the IAB banner. Every selector begins with `.cs`. */
export const iabStyles =
  ".cs .cs-partners{color:var(--cs-link,var(--t));text-decoration:underline}" +
  ".cs .cs-names{padding:.5em 0 0 1.3em;columns:2 16em;list-style:disc}" +
  ".cs summary{padding-top:.6em}" +
  // Its text is long: side by side with the buttons, it would have half of the width and more than half of the window's height.
  ".cs .cs-banner.cs-tall{display:block;--q:initial}"

/** The styles of the preference center. Every selector begins with `.cs`. */
export const iabRestStyles =
  ".cs section{padding-top:.8em}" +
  ".cs [role=tab]{min-height:44px;margin-inline-end:1.5em;color:var(--m);font-weight:600}" +
  ".cs [aria-selected=true]{color:var(--t);text-decoration:underline 3px var(--a);text-underline-offset:.5em}" +
  ".cs [aria-pressed]{flex:none;min-height:32px}" +
  ".cs [aria-pressed=true]{background:var(--t);color:var(--b)}" +
  ".cs [type=search]{width:100%;margin-top:1em}" +
  ".cs section .cs-item{flex-wrap:wrap;align-items:center;justify-content:end;content-visibility:auto;contain-intrinsic-size:auto 60px}" +
  ".cs-item>details{flex:1 1 9em}" +
  ".cs-item>[open]{flex-basis:100%}" +
  ".cs section summary{padding:0}"
