/** `main.ts migrate`: brings the schema to this program's version. */
import { directDatabaseUrl, type Environment } from '../environment.ts'
import { migrate } from './migrate.ts'

export async function migrateCommand(environment: Environment): Promise<number> {
  const applied = await migrate(directDatabaseUrl(environment))
  process.stdout.write(applied.length ? `migrated: ${applied.join(', ')}\n` : 'the schema is up to date\n')
  return 0
}
