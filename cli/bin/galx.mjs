#!/usr/bin/env node
/** The command line as a program: it prints nothing but what the command prints, so that `--json` is JSON. */
import { register } from 'tsx/esm/api'

register()
await import('../src/main.ts')
