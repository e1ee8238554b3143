import { join } from 'node:path'
import { buildPackage } from './buildPackage.ts'

buildPackage(join(import.meta.dirname, '../dist'))
