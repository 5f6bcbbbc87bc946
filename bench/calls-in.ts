import { setTimeout as sleep } from 'node:timers/promises'
import { Import } from '@callboard/contract/imports'
import { Mapping } from '@callboard/contract/mappings'
import { Source } from '@callboard/contract/sources'
import { detailRecord } from '../apps/server/test/sources/freeswitch-records.ts'
import type { Client } from './client.ts'
import { mappedFile, mappingOf } from './mapped.ts'
import { elapsedMs, quantile } from './measure.ts'
import { isFlat, watchMemory } from './resident-memory.ts'
import { adminPassword, customer, openBenchRuntime } from './runtime.ts'
import type { StartServer } from './server-process.ts'
import type { Sizes } from './sizes.ts'
import { othersBarMs, standBeside } from './stand-beside.ts'

const connections = 16
const barWebhooksPerSecond = 700
const pollMs = 250

interface Admin {
  client: Client
  token: string
}

/** Takes calls in at a server of its own: a large file by a mapping while somebody else uses the portal, and webhooks. */
export async function takeCallsIn(
  folder: string,
  { sizes, startServer }: { sizes: Sizes; startServer: StartServer },
) {
  await (await openBenchRuntime(folder)).close()
  const server = await startServer(folder, connections)
  const { client } = server
  const token = await client.signIn('admin', adminPassword)
  const admin = { client, token }
  const webhooks = await postWebhooks(admin, sizes.webhooks)
  const { id } = await upload(admin, sizes.importedRows)
  let last = await importOf(admin, id)
  const memory = watchMemory(server, {
    count: sizes.importedRows,
    countDone: async () => {
      last = await importOf(admin, id)
      return last.endedAt === null ? last.rows : sizes.importedRows
    },
  })
  let importMs = 0
  const others = await standBeside({ port: client.port, token, sizes }, async () => {
    importMs = await elapsedMs(async () => {
      await memory.ended
      while (last.endedAt === null) {
        await sleep(pollMs)
        last = await importOf(admin, id)
      }
    })
  })
  await server.stop()
  const imported = {
    rows: last.rows,
    created: last.created,
    mb: last.bytes / 1e6,
    elapsedMs: importMs,
    rowsPerSecond: last.rows / (importMs / 1000),
    ...memory.seen,
    ...others,
    isKept: last.created === sizes.importedRows && others.othersP99Ms < othersBarMs && isFlat(memory.seen),
  }
  return { webhooks, imported }
}

async function addSource({ client, token }: Admin, given: object): Promise<Source> {
  const body = JSON.stringify({
    customerId: customer.id,
    timeZone: customer.timeZone,
    country: 'US',
    ...given,
  })
  return Source.parse(await client.ask({ path: '/api/source', token, body }))
}

async function upload(admin: Admin, rows: number): Promise<Import> {
  const { client, token } = admin
  const { id } = await addSource(admin, { kind: 'mapped', name: 'Exported calls' })
  const mapping = JSON.stringify({ mapping: Mapping.parse(mappingOf('csv')) })
  await client.ask({ path: `/api/source/${id}/mapping`, method: 'PUT', token, body: mapping })
  const path = `/api/import?sourceId=${id}&fileName=calls.csv`
  return Import.parse(await client.ask({ path, token, body: mappedFile(rows), contentType: 'text/csv' }))
}

async function importOf({ client, token }: Admin, id: string): Promise<Import> {
  return Import.parse(await client.ask({ path: `/api/import/${id}`, token }))
}

/** Records of FreeSWITCH as it posts them, two legs a call. */
async function postWebhooks(admin: Admin, count: number) {
  const { client } = admin
  const password = 'heron basalt 63'
  const source = await addSource(admin, { kind: 'freeswitch', name: 'FreeSWITCH', secrets: { password } })
  const authorization = `Basic ${Buffer.from(`callboard:${password}`).toString('base64')}`
  const waiting = Array.from({ length: count }, (_, at) => JSON.stringify(legOf(at)))
  const requestMs: number[] = []
  const post = async () => {
    for (let body = waiting.pop(); body !== undefined; body = waiting.pop()) {
      const one = { path: `/api/in/${source.id}`, body, headers: { authorization } }
      requestMs.push(await elapsedMs(async () => await client.post(one)))
    }
  }
  const allMs = await elapsedMs(async () => await Promise.all(Array.from({ length: connections }, post)))
  const perSecond = count / (allMs / 1000)
  return {
    count,
    connections,
    perSecond,
    p50Ms: quantile(requestMs, 0.5),
    p99Ms: quantile(requestMs, 0.99),
    isKept: perSecond >= barWebhooksPerSecond,
  }
}

function legOf(at: number) {
  const call = Math.floor(at / 2)
  const uuid = (leg: number) => `00000000-0000-4000-8000-${String(2 * call + leg).padStart(12, '0')}`
  const start = call * 7
  const caller = `+1415${2_000_000 + (call % 700_000)}`
  return at % 2 === 0
    ? detailRecord({
        uuid: uuid(0),
        from: caller,
        to: '+18005550100',
        start,
        answer: start + 8,
        end: start + 95,
      })
    : detailRecord({
        uuid: uuid(1),
        origin: uuid(0),
        from: caller,
        to: '1001',
        start: start + 1,
        answer: start + 8,
        end: start + 95,
      })
}
