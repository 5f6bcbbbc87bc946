import { readdir } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Integer } from '#server/db/calls/row-values.ts'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { buildCall, buildMissedCall, IngestPortal } from '#test/ingest-portal.ts'
import type { IngestCustomer } from '../rows/check.ts'

let portal: IngestPortal
beforeAll(async () => {
  portal = await IngestPortal.open()
})

/** Rows of a customer, with what is superseded and what is numbered. */
async function countRows({ id }: IngestCustomer) {
  const [counts] = await portal.calls.query({
    sql: `SELECT count() AS stored, countIf(seen_to != 0) AS superseded, countIf(seen_from != 0) AS numbered
      FROM calls WHERE customer_id = {id:UUID}`,
    params: { id },
    row: z.object({ stored: Integer, superseded: Integer, numbered: Integer }),
  })
  return counts
}

/** Superseded rows that are so in the parts themselves, without patches that a read would have to join. */
async function countApplied({ id }: IngestCustomer) {
  const [counts] = await portal.calls.query({
    sql: 'SELECT countIf(seen_to != 0) AS superseded FROM calls WHERE customer_id = {id:UUID}',
    params: { id },
    settings: { apply_patch_parts: 0 },
    row: z.object({ superseded: Integer }),
  })
  return counts?.superseded
}

async function countMutations() {
  const sql = 'SELECT count() AS n FROM system.mutations'
  const [counts] = await portal.calls.query({ sql, row: z.object({ n: Integer }) })
  return counts?.n
}

const inAnHour = () => Date.now() + 3_600_000

describe('corrections of many months', () => {
  it('leave nothing behind that every read has to join, which is applied while nothing is written', async () => {
    const customer = await portal.addCustomer('patched')
    const months = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`)
    const calls = (note: string) =>
      months.map((month) =>
        buildCall({
          externalCallId: `in ${month}`,
          startedAt: `${month}-05T15:00:00.000Z`,
          answeredAt: null,
          endedAt: null,
          note,
        }),
      )
    await portal.send(customer, ...calls('old'))
    await portal.send(customer, ...calls('new'))
    await portal.ingest.change(async () => {
      const before = await countMutations()
      // Longer than it takes until it is due: the engine would lose what is being written.
      await setTimeout(1500)
      expect(await countMutations()).toBe(before)
    })
    await expect.poll(async () => await countApplied(customer)).toBe(months.length)
    expect(await countRows(customer)).toMatchObject({ stored: 24, superseded: 12 })
    expect(new Set((await portal.valuesOf(customer, 'note')).flat())).toEqual(new Set(['new']))
  })
})

describe('the versions that corrections replace', () => {
  it('stay for answers that began before, and are deleted when nobody can need them', async () => {
    const customer = await portal.addCustomer('superseded')
    await portal.send(customer, buildCall({ note: 'old' }))
    const { snapshots } = portal.ingest
    const held = await snapshots.open()
    await portal.send(customer, buildCall({ note: 'new' }))
    await portal.ingest.relationsSettled()
    await portal.ingest.clean(inAnHour())
    expect(await countRows(customer)).toMatchObject({ stored: 2, superseded: 1 })
    held.end()
    await portal.ingest.clean()
    expect(await countRows(customer)).toMatchObject({ stored: 2, superseded: 1 })
    await portal.ingest.settle(inAnHour())
    expect(await countRows(customer)).toEqual({ stored: 1, superseded: 0, numbered: 0 })
    expect(await portal.rowsOf(customer)).toMatchObject([{ note: 'new' }])
  })
})

describe('relations that were written half when the process ended', () => {
  it.each(['relate', 'supersede'] as const)('are undone, and worked out again: after %s', async (last) => {
    const customer = await portal.addCustomer(`undone-${last}`)
    const missed = (minute: number) =>
      buildMissedCall({
        externalCallId: `at ${minute}`,
        startedAt: `2026-03-02T15:${minute}:00.000Z`,
        endedAt: `2026-03-02T15:${minute}:30.000Z`,
      })
    await portal.send(customer, missed(20), missed(30))
    await portal.ingest.relationsSettled()
    portal.calls.after = (step) => {
      if (step !== last) return
      portal.calls.breakDown()
      throw new CallStoreError('unavailable')
    }
    portal.errors.length = 0
    // Earlier than the others, whose prior calls it changes.
    await portal.send(customer, missed(10))
    await expect.poll(() => portal.errors.length).toBeGreaterThan(0)
    expect(await readdir(portal.spoolFolder)).toContainEqual(expect.stringMatching(/\.change$/))
    await portal.restart(() => portal.calls.recover())
    await portal.ingest.relationsSettled()
    expect(await portal.valuesOf(customer, 'external_call_id', 'prior_calls')).toEqual([
      ['at 10', 0],
      ['at 20', 1],
      ['at 30', 2],
    ])
    expect(await readdir(portal.spoolFolder)).toEqual([])
  })
})
