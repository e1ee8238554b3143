/** Base backups and the archive of WAL files: what a restore to a point in time needs. */
import { join } from 'node:path'
import type { Machines } from './database.ts'

/** Where every member archives; on a host apart from the databases. */
export function archiveFolder({ place }: Machines): string {
  return place.make('c', 'backup', 'archive')
}

/** A WAL file that is there already is the same one: the member that archived it may have died before it could say so. */
export function archiveCommand(machines: Machines): string {
  const target = join(archiveFolder(machines), '%f')
  return `test -f ${target} || (cp %p ${target}.$$ && mv ${target}.$$ ${target})`
}
