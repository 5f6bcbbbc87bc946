import { cp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { Factory } from '#test/factory.ts'
import { buildCall, IngestPortal, type Sent } from '#test/ingest-portal.ts'
import { assertCases } from '#test/soak.ts'
import { callId } from '../../../db/call-id.ts'
import type { CallEdit } from './annotation.ts'
import type { IngestCustomer } from '../rows/check.ts'
import { lightweight } from '../changes/snapshot-store.ts'

let portal: IngestPortal
let customer: IngestCustomer
let actor: { userId: string; userName: string }
let made = 0

beforeAll(async () => {
  portal = await IngestPortal.open()
  const { id, userName } = await new Factory(portal.postgres.db).user()
  actor = { userId: id, userName }
})
afterEach(() => portal.calls.recover())

async function begin(...calls: Sent[]): Promise<void> {
  customer = await portal.addCustomer(`annotations-${++made}`)
  await portal.send(customer, ...calls)
  await portal.ingest.relationsSettled()
}

const idOf = (externalCallId: string) => callId(customer.id, 'test', externalCallId)
const editing = (...names: string[]) => ({
  actor,
  calls: new Map(names.map((name) => [idOf(name), customer.id])),
})
const edit = async (set: CallEdit['set'], ...names: string[]) =>
  await portal.ingest.annotations.edit(editing(...names), { set })

const shown = async (column: string) => (await portal.valuesOf(customer, column)).flat()

const countRecords = async () =>
  (
    await portal.postgres.db
      .selectFrom('change_record')
      .where('table_type', '=', 'call')
      .select('id')
      .execute()
  ).length

const spooled = async () => (await readdir(portal.spoolFolder)).toSorted()

describe('an edit that is cut short', () => {
  it.each([
    ['before', 'insert'],
    ['before', 'relate'],
    ['after', 'relate'],
    ['before', 'supersede'],
    ['after', 'supersede'],
  ] as const)(
    'leaves nothing when the store fails %s its %s, and is done when it is tried again',
    async (moment, step) => {
      await begin(buildCall({ note: 'sent' }))
      const before = await countRecords()
      portal.calls[moment] = (done) => {
        if (done !== step) return
        portal.calls.recover()
        throw new CallStoreError('unavailable')
      }
      await expect(edit({ note: 'mine' }, 'call-1')).rejects.toThrow(CallStoreError)
      expect(await shown('note')).toEqual(['sent'])
      expect(await countRecords()).toBe(before)
      await edit({ note: 'mine' }, 'call-1')
      expect(await shown('note')).toEqual(['mine'])
      expect(await countRecords()).toBe(before + 1)
      expect(await spooled()).toEqual([])
    },
  )

  it('takes out no call whose changed copy is not there, no more than new relations do', async () => {
    await begin(buildCall({ note: 'sent' }))
    portal.calls.after = async (step) => {
      if (step !== 'relate') return
      const newest = 'seen_from = (SELECT max(seen_from) FROM calls)'
      const sql = `DELETE FROM calls WHERE customer_id = {id:UUID} AND ${newest}`
      await portal.calls.command({ sql, params: { id: customer.id }, settings: lightweight })
    }
    await edit({ note: 'mine' }, 'call-1')
    expect(await shown('note')).toEqual(['sent'])
    const day = { startedAt: '2026-03-01T15:00:00.000Z', answeredAt: null, endedAt: null, duration: 9 }
    await portal.send(customer, buildCall({ externalCallId: 'earlier', ...day }))
    await portal.ingest.relationsSettled()
    expect(await shown('external_call_id')).toEqual(['earlier', 'call-1'])
  })

  it('leaves nothing when its record cannot be written', async () => {
    await begin(buildCall({ note: 'sent' }))
    const nobody = { ...editing('call-1'), actor: { userId: customer.id, userName: 'nobody' } }
    await expect(portal.ingest.annotations.edit(nobody, { set: { note: 'mine' } })).rejects.toThrow(
      /foreign key/,
    )
    expect(await shown('note')).toEqual(['sent'])
    await portal.send(customer, buildCall({ note: 'newer' }))
    expect(await shown('note')).toEqual(['newer'])
  })

  it('by a kill after it was recorded has happened', async () => {
    await begin(buildCall({ note: 'sent' }))
    const copy = join(portal.folder, `spool-copy-${++made}`)
    portal.calls.after = async (step) => {
      if (step === 'supersede') await cp(portal.spoolFolder, copy, { recursive: true })
    }
    await edit({ note: 'mine', tags: ['mine'] }, 'call-1')
    portal.calls.recover()
    // Its number is noted as that of a change that has begun.
    await portal.restart(async () => {
      await rm(portal.spoolFolder, { recursive: true })
      await rename(copy, portal.spoolFolder)
    })
    await portal.ingest.change(async () => {})
    expect(await shown('note')).toEqual(['mine'])
    expect(await spooled()).toEqual([])
  })

  it('is given up with an error when calls cannot be written for long, and nothing is changed later', async () => {
    await begin(buildCall({ note: 'sent' }))
    portal.calls.fail('before', 'insert')
    await portal.accept(customer, buildCall({ externalCallId: 'other' }))
    await expect.poll(() => portal.ingest.isFailing).toBe(true)
    await expect(edit({ note: 'mine' }, 'call-1')).rejects.toMatchObject({ code: 'unavailable' })
    portal.calls.recover()
    await portal.ingest.settled()
    expect(await shown('note')).toEqual(['sent', ''])
  })
})

/** Edits, revisions of the source, restarts, in any order: the call says what a person set last, and else what was sent last. */
const fields = ['note', 'leadStatus', 'score'] as const
const value = {
  note: (n: number) => `n${n}`,
  leadStatus: (n: number) => `s${n}`,
  score: (n: number) => n % 100,
}
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      field: fc.constantFrom(...fields),
      calls: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      calls: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('giveBack' as const),
      field: fc.constantFrom(...fields),
      calls: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
)

describe('edits among revisions of the source', () => {
  it('are what a model says, in whatever order they come', { tags: ['soak'] }, async () => {
    await assertCases(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 20 }), async (steps) => {
        const names = ['a', 'b', 'c']
        const sent = new Map<string, Record<string, unknown>>(names.map((name) => [name, {}]))
        const own = new Map<string, Record<string, unknown>>(names.map((name) => [name, {}]))
        await begin(...names.map((externalCallId) => buildCall({ externalCallId, revision: 0 })))
        for (const [at, step] of steps.entries()) {
          if (step.kind === 'edit') {
            const set = { [step.field]: value[step.field](at) }
            await edit(set, ...step.calls)
            for (const name of step.calls) own.set(name, { ...own.get(name), ...set })
          } else if (step.kind === 'giveBack') {
            await portal.ingest.annotations.edit(editing(...step.calls), { set: {}, giveBack: [step.field] })
            for (const name of step.calls)
              own.set(
                name,
                Object.fromEntries(
                  Object.entries(own.get(name) ?? {}).filter(([field]) => field !== step.field),
                ),
              )
          } else if (step.kind === 'send') {
            const values = Object.fromEntries(fields.map((field) => [field, value[field](at + 50)]))
            await portal.accept(
              customer,
              ...step.calls.map((externalCallId) =>
                buildCall({ externalCallId, revision: at + 1, ...values }),
              ),
            )
            for (const name of step.calls) sent.set(name, values)
          } else if (step.kind === 'restart') await portal.restart()
          else await portal.ingest.relationsSettled()
        }
        await portal.ingest.relationsSettled()
        const none = { note: '', leadStatus: '', score: null }
        const said = await portal.valuesOf(customer, 'external_call_id', 'note', 'lead_status', 'score')
        expect(said.map(([name, note, leadStatus, score]) => [name, { note, leadStatus, score }])).toEqual(
          names.map((name) => [name, { ...none, ...sent.get(name), ...own.get(name) }]),
        )
      }),
      { few: 1, many: 25 },
    )
  })
})
