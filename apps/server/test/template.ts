import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** DATA_DIR of a portal that is migrated and set up: copied, as a first start takes seconds. */
    portalTemplate: string
    adminPassword: string
  }
}

/** Puts the stores of the template into a data folder. */
export function copyTemplate(
  folder: string,
  stores: readonly ('postgres' | 'clickhouse')[] = ['postgres', 'clickhouse'],
): void {
  for (const store of stores) {
    const from = join(inject('portalTemplate'), store)
    cpSync(from, join(folder, store), { recursive: true, verbatimSymlinks: true })
  }
}
