import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultyStore } from '#test/ingest-faulty-store.ts'
import { buildCall, buildMissedCall, IngestPortal } from '#test/ingest-portal.ts'

let portal: IngestPortal
let made = 0
beforeAll(async () => {
  portal = await IngestPortal.open()
})
afterEach(() => portal.calls.recover())

const spooled = async () => (await readdir(portal.spoolFolder)).toSorted()

/** Stands for a kill at that moment: nothing that the process would have done afterwards is done. */
const dieAt: FaultyStore['fail'] = (...at) => portal.calls.fail(...at)

/** The spool as it was right after the last insert, before the process tidied anything up. */
async function dieAfterInsert(send: () => Promise<unknown>): Promise<string> {
  const copy = join(portal.folder, `copy-${++made}`)
  portal.calls.after = async (step) => {
    if (step !== 'insert') return
    await rm(copy, { recursive: true, force: true })
    await cp(portal.spoolFolder, copy, { recursive: true })
  }
  await send()
  await portal.ingest.relationsSettled()
  portal.calls.recover()
  return copy
}

async function restartFrom(copy: string): Promise<void> {
  await portal.restart(async () => {
    await rm(portal.spoolFolder, { recursive: true })
    await rename(copy, portal.spoolFolder)
  })
}

describe('an accepted call', () => {
  it('is there exactly once when the engine knows the name of its insert and has lost the rows', async () => {
    const { customer, accept, notes } = await portal.begin()
    const [kept, lost] = [buildCall({ note: 'a' }), buildCall({ externalCallId: 'b', note: 'b' })]
    // Another partition, which is not lost.
    const elsewhere = buildCall({ externalCallId: 'c', startedAt: '2025-07-01T10:00:00.000Z', note: 'c' })
    const copy = await dieAfterInsert(async () => await accept(kept, lost, elsewhere))
    await portal.calls.command({
      sql: `DELETE FROM calls WHERE customer_id = {customer:UUID} AND started_at > '2026-01-01'`,
      params: { customer: customer.id },
      settings: { lightweight_delete_mode: 'lightweight_update', enable_lightweight_update: 1 },
    })
    expect(await notes()).toEqual([['c', 'c']])
    await restartFrom(copy)
    await portal.ingest.relationsSettled()
    expect(await notes()).toEqual([
      ['c', 'c'],
      ['b', 'b'],
      ['call-1', 'a'],
    ])
    expect(await spooled()).toEqual([])
  })

  it.each([
    ['before its insert', 'before', 'insert'],
    ['after its insert', 'after', 'insert'],
  ] as const)('is there exactly once when the process ends %s', async (_, moment, step) => {
    const { accept, notes } = await portal.begin()
    dieAt(moment, step)
    expect(await accept(buildCall({ note: 'a' }), buildCall({ externalCallId: 'b' }))).toMatchObject({
      created: 2,
    })
    await expect.poll(() => portal.errors.length).toBeGreaterThan(0)
    await portal.restart(() => portal.calls.recover())
    await portal.ingest.relationsSettled()
    expect(await notes()).toEqual([
      ['b', ''],
      ['call-1', 'a'],
    ])
    expect(await accept(buildCall({ note: 'a' }))).toMatchObject({ unchanged: 1 })
    expect(await spooled()).toEqual([])
  })

  it.each([
    ['before the old version is taken out', 'before', 'supersede'],
    ['between the old and the new version', 'after', 'supersede'],
    ['before the new version is inserted', 'before', 'insert'],
    ['after the new version was inserted', 'after', 'insert'],
  ] as const)('is corrected exactly once when the process ends %s', async (_, moment, step) => {
    const { accept, notes } = await portal.begin()
    await accept(buildCall({ note: 'old' }), buildCall({ externalCallId: 'other', note: 'stays' }))
    await portal.ingest.relationsSettled()
    portal.errors.length = 0
    dieAt(moment, step)
    expect(await accept(buildCall({ note: 'new', startedAt: '2026-03-02T14:00:00.000Z' }))).toMatchObject({
      updated: 1,
    })
    await expect.poll(() => portal.errors.length).toBeGreaterThan(0)
    await portal.restart(() => portal.calls.recover())
    await portal.ingest.relationsSettled()
    expect(await notes()).toEqual([
      ['call-1', 'new'],
      ['other', 'stays'],
    ])
    expect(await spooled()).toEqual([])
  })

  it('is not inserted again when the process ended before it could note the insert', async () => {
    const { accept, notes } = await portal.begin()
    await accept(buildCall({ note: 'old' }))
    await portal.ingest.settled()
    const copy = await dieAfterInsert(
      async () => await accept(buildCall({ note: 'new' }), buildCall({ externalCallId: 'b' })),
    )
    expect((await readdir(copy)).some((name) => name.endsWith('.merge'))).toBe(true)
    await restartFrom(copy)
    await portal.ingest.relationsSettled()
    expect(await notes()).toEqual([
      ['b', ''],
      ['call-1', 'new'],
    ])
  })

  it('is not inserted again when the process ended while it noted an insert of several batches', async () => {
    const { accept, notes } = await portal.begin()
    dieAt('before', 'insert')
    for (const externalCallId of ['a', 'b', 'c', 'd']) await accept(buildCall({ externalCallId }))
    portal.calls.recover()
    const copy = await dieAfterInsert(async () => await portal.ingest.settled())
    const batches = (await readdir(copy)).filter((name) => name.endsWith('.rows'))
    expect(batches.length).toBeGreaterThan(1)
    for (const name of batches.slice(0, 1))
      await rename(join(copy, name), join(copy, name.replace('.rows', '.done')))
    await restartFrom(copy)
    await portal.ingest.relationsSettled()
    expect(await notes()).toEqual([
      ['a', ''],
      ['b', ''],
      ['c', ''],
      ['d', ''],
    ])
    expect(await spooled()).toEqual([])
  })

  it('that waits is known after a start: sent again it changes nothing, a correction corrects it', async () => {
    const { accept, notes } = await portal.begin()
    portal.calls.breakDown()
    await accept(buildCall({ note: 'a', revision: 5 }), buildCall({ externalCallId: 'b' }))
    // The store answers to look-ups again, but not to inserts.
    await portal.restart(() => {
      portal.calls.recover()
      dieAt('before', 'insert')
    })
    await portal.restart(() => portal.calls.recover())
    expect(await accept(buildCall({ note: 'a', revision: 5 }))).toMatchObject({ unchanged: 1 })
    expect(await accept(buildCall({ note: 'c', revision: 6 }))).toMatchObject({ updated: 1 })
    await portal.ingest.settled()
    expect(await notes()).toEqual([
      ['b', ''],
      ['call-1', 'c'],
    ])
  })

  it('comes after those of an earlier run: versions rise over starts', async () => {
    const { customer, accept, notes } = await portal.begin()
    const versions: number[] = []
    for (const note of ['a', 'b', 'c']) {
      await accept(buildCall({ note }))
      await portal.ingest.settled()
      const [row] = await portal.rowsOf(customer)
      versions.push(Number(row?.['version']))
      await portal.restart()
    }
    expect(versions).toEqual(versions.toSorted((one, other) => one - other))
    expect(new Set(versions).size).toBe(3)
    expect(await notes()).toEqual([['call-1', 'c']])
  })
})

describe('the spool', () => {
  it('drops what was half written and never acknowledged', async () => {
    const { accept, notes } = await portal.begin()
    await portal.ingest.relationsSettled()
    await portal.restart(async () => {
      await writeFile(join(portal.spoolFolder, '0000000000000009-aa.rows.part'), '{"version":9,')
      await writeFile(join(portal.spoolFolder, '0000000000000009-aa.notes'), '{}')
    })
    expect(await spooled()).toEqual([])
    expect(await accept(buildCall())).toMatchObject({ created: 1 })
    await portal.ingest.settled()
    expect(await notes()).toHaveLength(1)
  })
})

describe('a file of the journal', () => {
  it('that was cut short, at the end of a line as well, is told and never left out', async () => {
    const { accept, notes } = await portal.begin()
    await portal.ingest.relationsSettled()
    portal.calls.breakDown()
    await accept(buildCall(), buildCall({ externalCallId: 'b' }))
    const [name = ''] = (await spooled()).filter((one) => one.endsWith('.rows'))
    const path = join(portal.spoolFolder, name)
    const whole = await readFile(path)
    const cut = portal.restart(async () => await writeFile(path, whole.subarray(0, whole.indexOf('\n') + 1)))
    await expect(cut).rejects.toThrow(`${name}. Restore a backup`)
    await writeFile(path, whole)
    portal.calls.recover()
    await portal.restart()
    await portal.ingest.settled()
    expect(await notes()).toHaveLength(2)
  })
})

describe('what follows for other calls', () => {
  it('is worked out after a start when the process ended before', async () => {
    const { customer, accept } = await portal.begin()
    await accept(buildMissedCall({ externalCallId: 'late', startedAt: '2026-03-02T14:00:00.000Z' }))
    await portal.ingest.relationsSettled()
    await accept(
      buildMissedCall({
        externalCallId: 'early',
        startedAt: '2026-03-02T13:00:00.000Z',
        endedAt: '2026-03-02T13:00:20.000Z',
      }),
    )
    await portal.ingest.settled()
    expect((await spooled()).map((name) => name.split('.')[1])).toEqual(['done'])
    await portal.restart()
    await portal.ingest.relationsSettled()
    expect(await portal.valuesOf(customer, 'external_call_id', 'prior_calls')).toEqual([
      ['early', 0],
      ['late', 1],
    ])
    expect(await spooled()).toEqual([])
  })

  it('of deleted calls is worked out after a start as well', async () => {
    const { customer, accept } = await portal.begin()
    await accept(
      buildMissedCall(),
      buildMissedCall({ externalCallId: 'second', startedAt: '2026-03-02T15:00:10.000Z' }),
    )
    await portal.ingest.relationsSettled()
    await portal.ingest.change(async () => {
      await portal.calls.command({
        sql: `DELETE FROM calls WHERE customer_id = {id:UUID} AND external_call_id = 'call-1'`,
        params: { id: customer.id },
      })
    })
    await portal.ingest.relationsChanged(customer.id, ['+14155550123'])
    await portal.restart()
    await portal.ingest.relationsSettled()
    expect(await portal.rowsOf(customer)).toMatchObject([{ external_call_id: 'second', prior_calls: 0 }])
  })
})
