import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migratePostgres, openEmbeddedPostgres } from '#server/db/postgres.ts'
import { setUpOnce } from '#server/setup/first-start.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a PGlite that is migrated and set up: copied, as making one takes seconds. */
    postgresTemplate: string
    adminPassword: string
  }
}

let folder: string | undefined

/** Vitest's global set-up: what every test of the whole portal starts from, made once. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'callboard-template-'))
  const password = 'plover quartz 41'
  const path = join(folder, 'postgres')
  const postgres = await openEmbeddedPostgres(path)
  await migratePostgres(postgres.db)
  await setUpOnce(postgres.db, { userName: 'admin', password })
  await postgres.close()
  project.provide('postgresTemplate', path)
  project.provide('adminPassword', password)
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
