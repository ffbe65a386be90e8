import { makeApp } from "./main.js"

makeApp().mount("#app")
