/**
 * Additional styles of the IAB surfaces.
 *
 * @module
 */
import { styles } from "../surface/Styles.js"

/** The styles of the IAB surfaces. Every selector begins with `.cs`. */
export const iabStyles =
  styles +
  ".cs section{padding-top:.8em}" +
  ".cs p button{text-decoration:underline}" +
  ".cs-names{display:flex;flex-wrap:wrap;gap:.4em;padding-top:.6em;font-size:.87em;list-style:none}" +
  ".cs .cs-names li{padding:.1em .8em;border:1px solid var(--l);border-radius:1em}" +
  ".cs [role=tab]{min-height:44px;margin-inline-end:1.5em;color:var(--m);font-weight:600}" +
  ".cs [aria-selected=true]{color:var(--t);text-decoration:underline 3px var(--a);text-underline-offset:.5em}" +
  ".cs [aria-pressed]{flex:none;min-height:32px}" +
  ".cs [aria-pressed=true]{background:var(--t);color:var(--b)}" +
  ".cs [type=search]{width:100%;margin-top:1em}" +
  ".cs section .cs-item{flex-wrap:wrap;align-items:center;justify-content:end;content-visibility:auto;contain-intrinsic-size:auto 60px}" +
  ".cs-item>details{flex:1 1 9em}" +
  ".cs-item>[open]{flex-basis:100%}" +
  ".cs section summary{padding:0}"
