import { readdir, rename, writeFile } from 'node:fs/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildCall, IngestPortal } from '#test/ingest-portal.ts'
import type { IngestCustomer } from './rows/check.ts'

let portal: IngestPortal
beforeAll(async () => {
  portal = await IngestPortal.open()
})
afterEach(async () => {
  portal.calls.recover()
  await portal.ingest.settled()
})

const notes = async (customer: IngestCustomer) =>
  await portal.valuesOf(customer, 'external_call_id', 'note', 'revision')

describe('while the store of calls does not answer', () => {
  it('calls are accepted, and are there when it is back', async () => {
    const { customer, accept } = await portal.begin()
    portal.calls.breakDown()
    expect(await accept(buildCall())).toMatchObject({ created: 1 })
    await expect.poll(() => portal.ingest.isFailing).toBe(true)
    expect(await accept(buildCall({ externalCallId: 'b' }), buildCall())).toMatchObject({
      created: 1,
      unchanged: 1,
    })
    portal.calls.recover()
    await portal.ingest.settled()
    expect(portal.ingest.isFailing).toBe(false)
    expect(await notes(customer)).toHaveLength(2)
  })

  it('calls are accepted unclassified, and classified against the stored ones when it is back', async () => {
    const { customer, accept } = await portal.begin()
    const revised = (externalCallId: string, revision: number | null, note: string) =>
      buildCall({ externalCallId, revision, note })
    await accept(
      revised('conflicting', 5, 'stored'),
      revised('older', 5, 'stored'),
      revised('newer', 5, 'stored'),
      revised('plain', 5, 'stored'),
      revised('same', 5, 'stored'),
    )
    await portal.ingest.settled()
    portal.calls.breakDown()
    const sent = [
      revised('conflicting', 5, 'sent'),
      revised('older', 4, 'sent'),
      revised('newer', 6, 'sent'),
      revised('plain', null, 'sent'),
      revised('same', 5, 'stored'),
      revised('new', 1, 'sent'),
    ]
    expect(await accept(...sent)).toMatchObject({ created: 6 })
    expect(await accept(revised('newer', 7, 'sent later'), revised('older', 4, 'other'))).toMatchObject({
      updated: 1,
      rejected: [{ code: 'revisionConflict' }],
    })
    portal.calls.recover()
    await portal.ingest.relationsSettled()
    expect(await notes(customer)).toEqual([
      ['conflicting', 'stored', '5'],
      ['new', 'sent', '1'],
      ['newer', 'sent later', '7'],
      ['older', 'stored', '5'],
      ['plain', 'sent', '5'],
      ['same', 'stored', '5'],
    ])
    const quarantined = await portal.quarantined()
    expect(quarantined.map((row) => [row.external_call_id, row.code, row.raw])).toEqual(
      expect.arrayContaining([['conflicting', 'revisionConflict', JSON.stringify(sent[0])]]),
    )
  })

  it('what corrects an unclassified call is unclassified itself', async () => {
    const { customer, accept } = await portal.begin()
    const day = (at: number) => ({
      startedAt: `2026-02-0${at}T10:00:00.000Z`,
      answeredAt: null,
      endedAt: null,
      duration: 20,
    })
    await accept(buildCall({ revision: 5, note: 'stored', ...day(1) }))
    await portal.ingest.settled()
    portal.calls.breakDown()
    await accept(buildCall({ revision: 2, note: 'older', ...day(2) }))
    portal.calls.fail('before', 'insert', 'supersede')
    await accept(buildCall({ revision: 3, note: 'older still', ...day(3) }))
    portal.calls.recover()
    await portal.ingest.settled()
    expect(await notes(customer)).toEqual([['call-1', 'stored', '5']])
  })

  it('unclassified calls are classified after a start as well', async () => {
    const { customer, accept } = await portal.begin()
    await accept(buildCall({ revision: 5, note: 'stored' }))
    await portal.ingest.settled()
    portal.calls.breakDown()
    await accept(buildCall({ revision: 4, note: 'sent' }), buildCall({ externalCallId: 'new' }))
    await portal.restart(() => portal.calls.recover())
    await portal.ingest.settled()
    expect(await notes(customer)).toEqual([
      ['call-1', 'stored', '5'],
      ['new', '', null],
    ])
  })

  it('the portal starts, and takes calls', async () => {
    const { customer, accept } = await portal.begin()
    portal.calls.breakDown()
    await portal.restart()
    expect(await accept(buildCall())).toMatchObject({ created: 1 })
    portal.calls.recover()
    await portal.ingest.settled()
    expect(await notes(customer)).toHaveLength(1)
  })

  it('no more calls wait than may; what is refused is told to come again later', async () => {
    const { customer, accept } = await portal.begin()
    await portal.restart(undefined, { waiting: { rows: 3, bytes: 1 << 20 } })
    portal.calls.breakDown()
    await accept(buildCall(), buildCall({ externalCallId: 'b' }))
    await expect(
      accept(buildCall({ externalCallId: 'c' }), buildCall({ externalCallId: 'd' })),
    ).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 10,
    })
    portal.calls.recover()
    await portal.ingest.settled()
    expect(await accept(buildCall({ externalCallId: 'c' }))).toMatchObject({ created: 1 })
    await portal.ingest.settled()
    expect(await notes(customer)).toHaveLength(3)
    await portal.restart()
  })
})

describe('when the disk is full', () => {
  it('nothing is accepted, and what was is still there', async () => {
    const { customer, accept } = await portal.begin()
    await accept(buildCall())
    await portal.restart(undefined, { reserveBytes: Number.MAX_SAFE_INTEGER })
    await expect(accept(buildCall({ externalCallId: 'b' }))).rejects.toMatchObject({
      code: 'storageFull',
      status: 507,
    })
    await portal.restart()
    expect(await accept(buildCall({ externalCallId: 'b' }), buildCall())).toMatchObject({
      created: 1,
      unchanged: 1,
    })
    await portal.ingest.settled()
    expect(await notes(customer)).toHaveLength(2)
  })
})

describe('when the spool cannot be written', () => {
  it('nothing is accepted until it can again, without a start', async () => {
    const { customer, accept } = await portal.begin()
    await portal.ingest.relationsSettled()
    const aside = `${portal.spoolFolder}-aside`
    await rename(portal.spoolFolder, aside)
    await writeFile(portal.spoolFolder, '')
    await expect(accept(buildCall())).rejects.toMatchObject({ status: 503 })
    await rename(portal.spoolFolder, `${aside}-file`)
    await rename(aside, portal.spoolFolder)
    expect(await readdir(portal.spoolFolder)).toEqual([])
    expect(await accept(buildCall())).toMatchObject({ created: 1 })
    await portal.ingest.settled()
    expect(await notes(customer)).toHaveLength(1)
  })
})

describe('when the quarantine cannot be written', () => {
  it('nothing of the batch is accepted, for a rejected row would be lost', async () => {
    const { customer, accept } = await portal.begin()
    const { db } = portal.postgres
    await db.schema.alterTable('quarantine').renameTo('quarantine_aside').execute()
    try {
      await expect(accept(buildCall(), buildCall({ colour: 'red' }))).rejects.toThrow('quarantine')
    } finally {
      await db.schema.alterTable('quarantine_aside').renameTo('quarantine').execute()
    }
    await portal.ingest.settled()
    expect(await notes(customer)).toEqual([])
  })
})
