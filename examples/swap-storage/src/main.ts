import { serve, stopOnSignals } from "consent-service/node"
import { fileService } from "./service.js"

const { CONSENT_FILE: path = "./consents.jsonl", PORT: port = "8787" } = process.env
const server = await serve(fileService(path), { host: "127.0.0.1", port: Number(port) })
stopOnSignals(server)
