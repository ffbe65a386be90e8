// A vendor's script that shows something in the page.
const chat = document.getElementById("chat")
if (chat !== null) {
  chat.textContent = "Chat: ask us anything about cans."
  chat.hidden = false
}
