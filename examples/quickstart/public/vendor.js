// A vendor's script, such as one that counts visits. This one only says that it ran.
document.currentScript.dataset.ran = "true"
document.dispatchEvent(new CustomEvent("vendor-ran", { detail: document.currentScript.dataset.csCategory }))
