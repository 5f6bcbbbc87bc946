import { Overview } from '@callboard/contract/overview'
import { beforeAll, expect, it, vi } from 'vitest'
import { runCommand } from '#server/commands/commands.ts'
import { lightweight } from '#server/features/ingest/changes/snapshot-store.ts'
import type { ChangeToWrite } from '#server/features/ingest/changes/undoable-changes.ts'
import { expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import type { Sender } from '#test/factory.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
})

const caller = '+12125550187'

/** A customer with four calls of one caller in two months, one of them corrected. */
async function newSender(): Promise<Sender> {
  const sender = await portal.make.sender()
  const days = { '01': '01-05', '02': '02-05', '03': '02-06', '04': '02-07' }
  const calls = Object.entries(days).map(([externalCallId, day]) =>
    buildCall({
      externalCallId,
      callerNumber: caller,
      startedAt: `2026-${day}T15:00:00.000Z`,
      note: 'first',
    }),
  )
  await portal.sendCalls(sender.key, calls)
  await portal.sendCalls(sender.key, [{ ...calls[1], note: 'second' }])
  return sender
}

async function check(): Promise<void> {
  const { db, queue } = portal.runtime
  const { begun_at: before } = await db.selectFrom('call_check').selectAll().executeTakeFirstOrThrow()
  await queue.add('check-calls', {})
  await vi.waitUntil(
    async () => {
      const now = await db.selectFrom('call_check').selectAll().executeTakeFirstOrThrow()
      return now.begun_at?.getTime() !== before?.getTime() && now.finished_at !== null
    },
    { interval: 20 },
  )
}

/** What the administration page says of the stored calls. */
async function reported() {
  const answer = expectOk(await portal.admin.ask({ path: '/api/overview' }))
  return Overview.parse(answer).damagedCalls
}

async function repair(args: Record<string, string> = {}): Promise<string[]> {
  const lines: string[] = []
  const { runtime } = portal
  const { signal } = new AbortController()
  await runCommand(
    { name: 'repair-calls', args },
    { runtime, signal, print: (line) => lines.push(line), progress: () => {} },
  ).catch((error: unknown) => lines.push(String(error)))
  return lines
}

/** A change of which the engine has lost a part. */
async function damage(statement: string, sender: Sender): Promise<void> {
  const { ingest, calls } = portal.runtime
  await ingest.change(async ({ number, queryId }: ChangeToWrite) => {
    const params = { number, customer: sender.id }
    await calls.command({ sql: statement, params, queryId, settings: lightweight })
  })
}

const ofCall = (name: string) =>
  `customer_id = {customer:UUID} AND external_call_id = '${name}' AND seen_to = 0 AND seen_from < {number:UInt64}`

it('the check finds nothing in calls that were corrected, related and deleted', async () => {
  const sender = await newSender()
  const { ingest } = portal.runtime
  await ingest.deleteOldCalls({
    customerId: sender.id,
    before: new Date('2026-02-01'),
    kept: async () => await Promise.resolve([]),
    record: async (transaction, { ids: _ids, number, ...deleted }) => {
      const values = {
        run_id: sender.id,
        at: new Date(),
        customer_id: sender.id,
        kind: 'calls',
        days: 1,
      } as const
      await transaction
        .insertInto('retention_deletion')
        .values({ ...values, ...deleted, change_number: number })
        .execute()
    },
  })
  await check()
  expect(await reported()).toEqual([])
  expect(await portal.storedCalls(sender)).toHaveLength(3)
})

it('a call that is there twice is found, said on the administration page, and is one again', async () => {
  const sender = await newSender()
  await damage(
    `INSERT INTO calls SELECT * REPLACE ({number:UInt64} AS seen_from) FROM (SELECT * FROM calls WHERE ${ofCall('02')})`,
    sender,
  )
  expect(await portal.storedCalls(sender)).toHaveLength(5)
  await check()
  expect(await reported()).toContainEqual({ kind: 'seenTwice', count: 1 })
  expect((await repair()).at(-1)).toBe('All stored calls are intact.')
  expect(await reported()).toEqual([])
  const calls = await portal.storedCalls(sender)
  expect(calls.map((call) => [call['external_call_id'], call['note'], call['prior_calls']])).toEqual([
    ['01', 'first', 0],
    ['02', 'second', 1],
    ['03', 'first', 2],
    ['04', 'first', 3],
  ])
})

it('a call whose versions are all taken out is not cleaned away, is found, and is seen again', async () => {
  const sender = await newSender()
  await damage(`UPDATE calls SET seen_to = {number:UInt64} WHERE ${ofCall('02')}`, sender)
  expect(await portal.storedCalls(sender)).toHaveLength(3)
  // As if nobody could need the old versions any more: the check begins by itself.
  await portal.runtime.ingest.clean(Date.now() + 3_600_000)
  await expect.poll(reported).toContainEqual({ kind: 'hidden', count: 1 })
  expect((await repair()).at(-1)).toBe('All stored calls are intact.')
  expect(await reported()).toEqual([])
  const calls = await portal.storedCalls(sender)
  expect(calls.map((call) => [call['note'], call['prior_calls']])).toEqual([
    ['first', 0],
    ['second', 1],
    ['first', 2],
    ['first', 3],
  ])
})

it('wrong prior calls are found, and computed anew', async () => {
  const sender = await newSender()
  await damage(`UPDATE calls SET prior_calls = 7 WHERE ${ofCall('03')}`, sender)
  await check()
  expect(await reported()).toEqual([{ kind: 'relations', count: 1 }])
  expect((await repair()).slice(-2)).toEqual([
    '0 calls and the relations of 1 callers were repaired.',
    'All stored calls are intact.',
  ])
  expect(await reported()).toEqual([])
  expect((await portal.storedCalls(sender)).map((call) => call['prior_calls'])).toEqual([0, 1, 2, 3])
})

it('calls that are gone are told until somebody accepts the loss', async () => {
  const sender = await newSender()
  await check()
  await damage(`DELETE FROM calls WHERE ${ofCall('04')}`, sender)
  await check()
  expect(await reported()).toEqual([{ kind: 'missing', count: 1 }])
  expect((await repair()).at(-1)).toMatch(/found by an earlier check are missing/)
  expect(await reported()).toEqual([{ kind: 'missing', count: 1 }])
  expect((await repair({ accept: 'loss' })).at(-1)).toBe('All stored calls are intact.')
  expect(await reported()).toEqual([])
})
