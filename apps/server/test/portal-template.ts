import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/lib/log.ts'
import { openRuntime } from '#server/runtime.ts'
import { setUpOnce } from '#server/setup/first-start.ts'

let folder: string | undefined

/** The databases from which PostgreSQL makes others, template1 and template0: nobody connects to them. */
const unusedDatabases = ['1', '4']

/** Vitest's global set-up: what every test of the whole portal starts from, made once. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'callboard-template-'))
  const password = 'plover quartz 41'
  const runtime = await openRuntime(readConfig({ DATA_DIR: folder }), createLog('silent'))
  await setUpOnce(runtime.postgres.db, { userName: 'admin', password })
  await runtime.close()
  // To fill the usual 128 MB with zeros takes longer than all else of a start.
  appendFileSync(join(folder, 'postgres', 'postgresql.conf'), '\nshared_buffers = 8MB\n')
  // More than a third of the files that each test would copy.
  for (const id of unusedDatabases) {
    const database = join(folder, 'postgres', 'base', id)
    rmSync(database, { recursive: true })
    mkdirSync(database)
  }
  project.provide('portalTemplate', folder)
  project.provide('adminPassword', password)
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
