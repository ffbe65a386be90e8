import { renderToString } from "vue/server-renderer"
import { makeApp } from "./main.js"

export const render = () => renderToString(makeApp())
