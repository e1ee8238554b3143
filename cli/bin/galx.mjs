#!/usr/bin/env node
/** The command line as a program: it prints only the command's own output, so that `--json` is JSON. */
import { register } from 'tsx/esm/api'

register()
await import('../src/main.ts')
