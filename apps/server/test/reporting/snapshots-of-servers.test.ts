import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { afterFile } from '../after-file.ts'
import { startChdbBridge } from '../chdb-http-bridge.ts'
import { Corrections, readWhile } from '../corrections-meanwhile.ts'
import { startRealPostgres } from '../real-postgres.ts'
import { times } from '../soak.ts'
import { openTestApp } from '../test-app.ts'

it('what one process corrects, another one on the same servers sees whole', { tags: ['soak'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-servers-'))
  const bridge = await startChdbBridge(folder)
  afterFile(async () => {
    await bridge.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const servers = { databaseUrl: (await startRealPostgres()).url, clickhouseUrl: bridge.url }
  const writer = await openTestApp(servers)
  const reader = await openTestApp(servers)
  const corrections = await Corrections.begin({ writer, reader })
  const write = async () => {
    for (let round = 0; round < times(1, 200); round++) await corrections.correct()
  }
  expect(await readWhile(write, corrections.readings())).toEqual([])
})
