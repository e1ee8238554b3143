import { writeFileSync } from 'node:fs'
import { CLIENT_FILE, clientText } from './clientText.ts'

writeFileSync(CLIENT_FILE, await clientText())
