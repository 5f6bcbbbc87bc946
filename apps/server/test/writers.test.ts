import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getReadiness } from '@callboard/contract/health'
import { getOverview } from '@callboard/contract/overview'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { afterFile } from './after-file.ts'
import { startChdbBridge } from './chdb-http-bridge.ts'
import { buildCall, type SentCall } from './factory.ts'
import { startRealPostgres } from './real-postgres.ts'
import { type Answer, openTestApp, type TestApp } from './test-app.ts'

let portals: [TestApp, TestApp]
let key: string
let admin: { id: string; token: string }
let customerId: string

/** Two processes on one PostgreSQL and one ClickHouse, each with a data folder of its own. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-writers-'))
  const bridge = await startChdbBridge(join(folder, 'calls'))
  afterFile(async () => {
    await bridge.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const parts = { databaseUrl: (await startRealPostgres()).url, clickhouseUrl: bridge.url }
  portals = [await openTestApp(parts), await openTestApp(parts)]
  const { make } = portals[0]
  customerId = (await make.customer()).id
  key = await make.apiKey(customerId)
  admin = await make.user({ isAdmin: true })
})

const isWriter = ({ runtime }: TestApp) => runtime.ingest.isWriter

async function writer(): Promise<TestApp> {
  return await vi.waitUntil(() => portals.find(isWriter), { timeout: 30_000 })
}

function otherThan(portal: TestApp): TestApp {
  return portal === portals[0] ? portals[1] : portals[0]
}

async function send(portal: TestApp, calls: readonly SentCall[]): Promise<Answer> {
  return await portal.ask({ path: '/api/calls', body: calls, token: key })
}

const Page = z.object({ items: z.array(z.record(z.string(), z.unknown())) })

async function list(portal: TestApp, names: readonly string[]) {
  const body = {
    from: '2026-01-01',
    to: '2026-12-01',
    columns: ['id', 'externalCallId', 'note', 'score', 'priorCalls'],
    filters: [{ field: 'externalCallId', op: 'in', values: names }],
    pageSize: 1000,
  }
  const answer = await portal.ask({ path: '/api/reporting/calldetails', body, token: admin.token })
  return Page.parse(answer.json()).items
}

describe('of two processes on one PostgreSQL and one ClickHouse', () => {
  it('one writes calls, and both say which', async () => {
    const writing = await writer()
    const states = async (portal: TestApp) => {
      const ready = getReadiness.response.parse((await portal.ask({ path: '/readyz' })).json())
      const overview = await portal.ask({ path: '/api/overview', token: admin.token })
      const { callWriter } = getOverview.response.parse(overview.json())
      return [ready.writesCalls, callWriter?.isThisProcess, callWriter?.name]
    }
    const name = expect.stringContaining(`process ${process.pid}`)
    expect(await states(writing)).toEqual([true, true, name])
    expect(await states(otherThan(writing))).toEqual([false, false, name])
  })

  it('the other one refuses calls and edits until later, and reads what was written', async () => {
    const writing = await writer()
    const calls = [buildCall()]
    const refused = await send(otherThan(writing), calls)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
    expect(refused.text).toContain('does not write calls')
    expect((await send(writing, calls)).status).toBe(200)
    await writing.runtime.ingest.settled()
    const names = calls.map(({ externalCallId }) => externalCallId)
    const [call] = await list(otherThan(writing), names)
    const edit = { path: '/api/calls/annotations', method: 'PUT', token: admin.token } as const
    const body = { ids: [call?.['id']], score: 7 }
    const refusedEdit = await otherThan(writing).ask({ ...edit, body })
    expect([refusedEdit.status, refusedEdit.headers['retry-after']]).toEqual([503, '2'])
    expect((await writing.ask({ ...edit, body })).status).toBe(200)
    expect(await list(otherThan(writing), names)).toMatchObject([{ score: 7 }])
  })

  it('the other one takes over at once when the first ends the lease', async () => {
    const before = await writer()
    const calls = Array.from({ length: 30 }, () => buildCall())
    expect((await send(before, calls)).status).toBe(200)
    await before.runtime.db.deleteFrom('call_writer').execute()
    const epochs = async () =>
      (await before.runtime.db.selectFrom('call_writer').select('epoch').execute()).map(({ epoch }) => epoch)
    await expect.poll(epochs, { timeout: 30_000 }).toEqual([expect.any(Number)])
    await vi.waitUntil(async () => (await send(await writer(), [...calls, buildCall()])).status === 200, {
      timeout: 30_000,
    })
    const after = await writer()
    await after.runtime.ingest.relationsSettled()
    const names = calls.map(({ externalCallId }) => externalCallId)
    expect(await list(after, names)).toHaveLength(calls.length)
    expect(portals.filter(isWriter)).toHaveLength(1)
  })
})
