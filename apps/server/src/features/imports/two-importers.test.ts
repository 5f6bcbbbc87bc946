import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { searchImports } from '@callboard/contract/imports'
import { Source } from '@callboard/contract/sources'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ask } from '#test/call-source.ts'
import { asteriskFile } from '#test/clients/imports.ts'
import { Factory } from '#test/factory.ts'
import { seeds } from '#test/soak.ts'
import { type CdrTableRow, openCdrStandIn, type StandIn } from '#test/sources/cdr-servers.ts'
import { type SeveralProcesses, startProcesses, processFaultOf } from '#test/several-processes.ts'

const files = 4
const callsInFile = 4000
const fetchedCalls = 4000

let two: SeveralProcesses
let database: StandIn
let make: Factory
let token: string
let round = 0

beforeAll(async () => {
  database = await openCdrStandIn()
  await database.add(rowsOfCalls(fetchedCalls))
  two = await startProcesses({
    settingsIn: (folder) => ({
      IMPORT_FOLDERS: folder,
      SOURCE_ADDRESSES: '127.0.0.1',
    }),
  })
  make = new Factory(two.postgres.db)
  token = (await make.user({ isAdmin: true })).token
})

/** Asks whichever process answers. */
async function askOne(path: string, body: object): Promise<unknown> {
  for (let turn = 0; ; turn++) {
    const url = two.processes[turn % 2]?.url
    if (url === undefined) continue
    try {
      return await ask(`${url}${path}`, { body, token })
    } catch (error) {
      if (turn > 100) throw error
      await sleep(100)
    }
  }
}

async function addSource(given: object): Promise<Source> {
  return Source.parse(await askOne('/api/source', { kind: 'asterisk', timeZone: 'UTC', ...given }))
}

async function findImports(sourceId: string) {
  return searchImports.response.parse(await askOne('/api/import/search', { sourceId })).items
}

const Total = z.object({ total: z.int() })

async function countCalls({ sourceSystem }: Source): Promise<number> {
  const filters = [{ field: 'sourceSystem', op: 'eq', values: [sourceSystem] }]
  const asked = { from: '2026-01-01', to: '2028-01-01', filters, columns: ['externalCallId'] }
  const found = await askOne('/api/reporting/calldetails', { ...asked, pageSize: 1, withTotal: true })
  return Total.parse(found).total
}

/** Rows of the table of a PBX, one a call. */
function rowsOfCalls(count: number): CdrTableRow[] {
  const firstMs = Date.UTC(2026, 2, 2, 15)
  return Array.from({ length: count }, (_, at) => {
    const second = firstMs / 1000 + at * 60
    const id = `${second}.${at}`
    return {
      calldate: new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' '),
      src: `415555${1000 + (at % 9000)}`,
      dst: '2125550142',
      dcontext: 'from-trunk',
      channel: `PJSIP/trunk-${at}`,
      dstchannel: `PJSIP/301-${at}`,
      lastapp: 'Dial',
      lastdata: 'PJSIP/301,30',
      duration: '50',
      billsec: '40',
      disposition: 'ANSWERED',
      amaflags: '3',
      uniqueid: id,
      linkedid: id,
      sequence: `${at}`,
    }
  })
}

/** Puts a file where it is taken from, at once as a whole. */
function put(watched: string, name: string, text: string): void {
  writeFileSync(join(watched, `${name}.part`), text)
  renameSync(join(watched, `${name}.part`), join(watched, name))
}

/** What a process that is gone had begun to fetch is anybody’s after two minutes: they are over. */
async function giveUpClaims(sourceId: string): Promise<void> {
  await two.postgres.db
    .updateTable('source_state')
    .set({ fetching_until: null, next_fetch_at: null })
    .where('source_id', '=', sourceId)
    .execute()
  await askOne(`/api/source/${sourceId}/fetch`, {})
}

it(
  'two processes take each file of a watched folder once, and each call of a database, whatever becomes of the one that writes',
  { tags: ['soak', 'soakOnly'] },
  async () => {
    for (const seed of seeds(1, 30)) {
      const { name, fault } = processFaultOf(seed)
      const customerId = (await make.customer()).id
      const watched = join(two.folder, `watched ${++round}`)
      mkdirSync(watched)
      const folder = await addSource({ customerId, name: `Folder ${round}`, settings: { folder: watched } })
      const fetched = await addSource({
        customerId,
        name: `Database ${round}`,
        settings: { ...database.settings, rowsPerStep: 100, fetchSince: '2026-03-01' },
        secrets: { password: database.password },
      })
      for (let at = 0; at < files; at++) {
        const text = asteriskFile(callsInFile, { from: at * callsInFile })
        put(watched, `Master ${at}.csv`, `${text}broken\n`)
      }
      await askOne(`/api/source/${fetched.id}/fetch`, {})
      const done = () => readdirSync(join(watched, 'done')).filter((one) => one.endsWith('.csv'))
      // Rows of files and of the database come in, or there are none left.
      const figures = async () => {
        const rows = (await findImports(folder.id)).reduce((sum, one) => sum + one.rows, 0)
        return rows + (await countCalls(fetched))
      }
      const all = files * callsInFile + fetchedCalls
      const more = async () => {
        const before = await figures()
        await vi.waitUntil(
          async () => {
            await giveUpClaims(fetched.id)
            const now = await figures()
            return now > before || now === all
          },
          { interval: 200 },
        )
      }
      await more()
      await fault(two, more)
      await expect.poll(async () => done().length).toBe(files)
      const imports = await findImports(folder.id)
      const expected = { state: 'done', created: callsInFile, updated: 0, unchanged: 0, rejected: 1 }
      expect({ name, imports }).toMatchObject({ name, imports: done().map(() => expected) })
      for (const one of done())
        expect(readFileSync(join(watched, 'done', `${one}.txt`), 'utf8')).toContain('created')
      expect(readdirSync(watched).toSorted()).toEqual(['done', 'failed', 'working'])
      expect(readdirSync(join(watched, 'failed'))).toEqual([])
      expect(readdirSync(join(watched, 'working'))).toEqual([])
      expect(await countCalls(folder)).toBe(files * callsInFile)
      await giveUpClaims(fetched.id)
      await expect.poll(async () => await countCalls(fetched)).toBe(fetchedCalls)
      console.log(round, name)
    }
  },
)
