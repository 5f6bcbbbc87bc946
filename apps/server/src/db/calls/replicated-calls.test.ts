import { setTimeout as sleep } from 'node:timers/promises'
import { callDetails } from '@callboard/contract/calls'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { buildCall } from '#test/factory.ts'
import { type Link, openLink } from '#test/link.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { startRealPostgres } from '#test/real-postgres.ts'

/** Both have the same calls, as servers have that have caught up with each other; what one may lack is told by a test. */
class Server {
  readonly link: Link
  /** Awaited by whoever has it catch up. */
  catchingUp: () => Promise<void> = async () => {}
  caughtUp = 0
  isReadonly = false

  constructor(link: Link) {
    this.link = link
  }

  get name(): string {
    return `127.0.0.1:${this.link.port}`
  }
}

let portal: Portal
let key: string
let servers: Server[] = []
/** How many servers are connected to Keeper. */
let active = 2

async function startServer(folder: string): Promise<Server> {
  const bridge = await startChdbBridge(folder, {
    replica: {
      active: () => active,
      isReadonly: () => server.isReadonly,
      onCatchUp: async () => {
        server.caughtUp++
        await server.catchingUp()
      },
    },
  })
  afterFile(bridge.close)
  const server = new Server(await openLink(Number(new URL(bridge.url).port)))
  return server
}

beforeAll(async () => {
  const folder = temporaryFolder()
  servers = [await startServer(folder), await startServer(folder)]
  portal = await openPortal({
    databaseUrl: (await startRealPostgres()).url,
    clickhouseUrl: servers.map(({ name }) => `http://${name}`).join(','),
    clickhouseCluster: 'calls',
  })
  key = await portal.make.apiKey((await portal.make.customer()).id)
})

async function send(): Promise<string> {
  const call = buildCall()
  expect((await portal.postCalls({ key }, [call])).status).toBe(200)
  return call.externalCallId
}

let asked = 0

async function isListed(externalCallId: string): Promise<boolean> {
  // Another question each time, as an answer that was given before may be given again.
  const from = new Date(Date.UTC(2026, 1, 1) + ++asked).toISOString()
  const filters = [{ field: 'externalCallId', op: 'in', values: [externalCallId] }]
  const body = { from, to: '2026-04-01', columns: ['id'], filters }
  const answer = await portal.admin.ask({ path: callDetails.path, body })
  return answer.status === 200 && callDetails.response.parse(answer.json()).items.length === 1
}

/** The one that the published calls are read from. */
async function readServer(): Promise<string | null> {
  const { server } = await portal.runtime.db
    .selectFrom('call_snapshot')
    .select('server')
    .executeTakeFirstOrThrow()
  return server
}

describe('servers that have all calls each', () => {
  it('are told of each table once for all, and what is written is read from the one that it was written to', async () => {
    const id = await send()
    await vi.waitUntil(async () => await isListed(id))
    expect(await readServer()).toBe(servers[0]?.name)
  })

  it('show calls when a second one has them', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const [, second] = servers
    if (second === undefined) throw new Error('no second server')
    const before = second.caughtUp
    second.catchingUp = async () => await promise
    const id = await send()
    await vi.waitUntil(() => second.caughtUp > before)
    expect(await isListed(id)).toBe(false)
    resolve()
    second.catchingUp = async () => {}
    await vi.waitUntil(async () => await isListed(id))
  })

  it('show calls all the same when the second one does not catch up', async () => {
    const [, second] = servers
    await second?.link.goDown()
    const id = await send()
    await vi.waitUntil(async () => await isListed(id))
    expect(await readServer()).toBe(servers[0]?.name)
    await second?.link.comeUp()
  })

  it('go on without the one that was written to, once it is gone for the others, too', async () => {
    const [first, second] = servers
    const before = await readEpoch()
    await first?.link.goDown()
    const id = await send()
    // It is not certain what it still does.
    await vi.waitUntil(async () => (await readEpoch()) > before)
    await sleep(2000)
    expect(await isListed(id)).toBe(false)
    expect(await readServer()).toBe(first?.name)
    active = 1
    await vi.waitUntil(async () => await isListed(id))
    expect(await readServer()).toBe(second?.name)
    await first?.link.comeUp()
    active = 2
    const later = await send()
    await vi.waitUntil(async () => await isListed(later))
    expect(await readServer()).toBe(second?.name)
  })

  it('answer again by another one also when nobody writes meanwhile', async () => {
    const [first, second] = servers
    const id = await send()
    await vi.waitUntil(async () => await isListed(id))
    active = 1
    await second?.link.goDown()
    expect(await isListed(id)).toBe(false)
    await vi.waitUntil(async () => await isListed(id))
    expect(await readServer()).toBe(first?.name)
    await second?.link.comeUp()
    active = 2
  })

  it('are not read where the one that has what was published is not among them', async () => {
    const id = await send()
    await vi.waitUntil(async () => await isListed(id))
    const { db } = portal.runtime
    await db.updateTable('call_snapshot').set({ server: 'elsewhere:8123' }).execute()
    expect(await isListed(id)).toBe(false)
    await db
      .updateTable('call_snapshot')
      .set({ server: servers[0]?.name ?? null })
      .execute()
    expect(await isListed(id)).toBe(true)
  })

  it('go on with another one when the one that was written to answers, but cannot write', async () => {
    const [first, second] = servers
    if (first === undefined) throw new Error('no first server')
    first.isReadonly = true
    const id = await send()
    await vi.waitUntil(async () => await isListed(id))
    expect(await readServer()).toBe(second?.name)
    first.isReadonly = false
  })
})

async function readEpoch(): Promise<number> {
  const row = await portal.runtime.db.selectFrom('call_writer').select('epoch').executeTakeFirst()
  return row?.epoch ?? 0
}
