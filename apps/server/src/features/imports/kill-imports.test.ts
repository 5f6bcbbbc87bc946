import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Import } from '@callboard/contract/imports'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { insertRecord } from '#server/db/records/records.ts'
import { openEmbeddedPostgres } from '#server/db/postgres/postgres.ts'
import { ask, signIn, waitingBatches } from '#test/call-source.ts'
import { asteriskFile } from '#test/clients/imports.ts'
import { Factory } from '#test/factory.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { seeds, times } from '#test/soak.ts'
import { copyTemplate } from '#test/template.ts'

const calls = 12_000

let folder = ''
let portal: RunningPortal | undefined

/** A folder with a source of a customer. */
async function begin(): Promise<string> {
  end()
  folder = mkdtempSync(join(tmpdir(), 'callboard-kill-imports-'))
  copyTemplate(folder)
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  const { id: customerId } = await new Factory(postgres.db).customer()
  const source = {
    customerId,
    kind: 'asterisk',
    name: 'PBX',
    sourceSystem: 'pbx',
    timeZone: 'UTC',
    country: null,
  }
  const id = await change(
    postgres.db,
    systemActor,
    async (transaction) => await insertRecord(transaction, 'source', source),
  )
  await postgres.close()
  return id
}

function end(): void {
  portal?.process.kill('SIGKILL')
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
}

afterAll(end)

async function getImport(url: string, id: string, token: string): Promise<Import> {
  const answer = await fetch(`${url}/api/import/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return Import.parse(await answer.json())
}

/** Runs portals, and kills all but the last one, each a little later, until an import has ended. */
async function untilEnded(id: string, kills: number, seed: number): Promise<Import> {
  for (let round = 0; round < kills; round++) {
    portal = await startPortal(folder)
    await setTimeout(50 + (((seed + round) * 379) % 1500))
    await killPortal(portal)
  }
  const running = (portal = await startPortal(folder))
  const token = await signIn(running.url)
  await expect.poll(async () => (await getImport(running.url, id, token)).endedAt).not.toBeNull()
  const ended = await getImport(running.url, id, token)
  await killPortal(running)
  return ended
}

async function countCalls(): Promise<number> {
  const running = (portal = await startPortal(folder))
  const token = await signIn(running.url)
  await expect.poll(() => waitingBatches(folder)).toEqual([])
  const body = { from: '2026-01-01', to: '2027-01-01', columns: ['id'], pageSize: 1, withTotal: true }
  const found = await ask(`${running.url}/api/reporting/calldetails`, { body, token })
  await killPortal(running)
  return z.object({ total: z.int() }).parse(found).total
}

describe('a portal that is killed again and again while it imports, and undoes', () => {
  it(
    'has every call once, counts each as what it was, and deletes all of them',
    { tags: ['soak'] },
    async () => {
      for (const seed of seeds(1, 5)) {
        const sourceId = await begin()
        const running = (portal = await startPortal(folder))
        const token = await signIn(running.url)
        const answer = await fetch(`${running.url}/api/import?sourceId=${sourceId}&fileName=Master.csv`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
          body: `${asteriskFile(calls)}broken\n`,
        })
        const { id } = Import.parse(await answer.json())
        await setTimeout((seed * 211) % 900)
        await killPortal(running)
        const kills = times(1, 5)
        const figures = { rows: calls, created: calls, updated: 0, unchanged: 0, rejected: 1 }
        expect(await untilEnded(id, kills, seed)).toMatchObject({ state: 'done', ...figures })
        expect(await countCalls()).toBe(calls)
        const undoing = (portal = await startPortal(folder))
        const again = await signIn(undoing.url)
        await ask(`${undoing.url}/api/import/${id}/undo`, { body: { confirm: true }, token: again })
        await killPortal(undoing)
        const undone = await untilEnded(id, kills, seed + 1)
        expect(undone).toMatchObject({ state: 'undone', undo: { calls, held: 0, changed: 0, gone: 0 } })
        expect(await countCalls()).toBe(0)
      }
    },
  )
})
