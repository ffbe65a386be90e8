#!/usr/bin/env node
import { runCli } from "./Cli.js"

process.exitCode = await runCli(process.argv.slice(2), { out: console.log, error: console.error })
