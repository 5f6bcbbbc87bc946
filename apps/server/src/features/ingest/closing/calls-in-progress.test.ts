import { IngestAnswer } from '@callboard/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectOk } from '#test/expect-errors.ts'
import type { Sender } from '#test/factory.ts'
import { buildCall, type Sent } from '#test/ingest-portal.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { jobs } from '../routes.ts'
import { runJob } from '#test/run-job.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

const hourMs = 3_600_000
const nowMs = Date.now()
const agoMs = (ms: number) => new Date(nowMs - ms).toISOString()
const storedOf = (iso: string) => iso.replace('T', ' ').replace('Z', '')

/** A call that began, rather long ago by default, and of which nothing else is known. */
const begun = (given: Sent = {}) =>
  buildCall({ startedAt: agoMs(5 * hourMs), answeredAt: null, endedAt: null, ...given })

async function send(sender: Sender, fields: Sent, query = ''): Promise<IngestAnswer> {
  const path = `/api/calls${query}`
  const answer = await portal.ask({ path, method: 'POST', body: [fields], token: sender.key })
  await portal.runtime.ingest.relationsSettled()
  return IngestAnswer.parse(expectOk(answer))
}

async function merge(sender: Sender, fields: Sent): Promise<IngestAnswer> {
  return await send(sender, { externalCallId: 'call-1', ...fields }, '?merge=true')
}

async function closeCalls(): Promise<void> {
  await runJob(jobs(portal.runtime), 'close-calls')
  await portal.runtime.ingest.relationsSettled()
}

describe('a call in progress', () => {
  it('is in the phase that its source says, else in that of the newest step of its route', async () => {
    const sender = await portal.make.sender()
    const startedAt = agoMs(60_000)
    await send(sender, begun({ startedAt }))
    expect(await portal.storedCalls(sender)).toMatchObject([
      { status: 'in-progress', phase: 'ringing', phase_since: storedOf(startedAt) },
    ])
    const menu = { at: agoMs(50_000), step: 'ivr', detail: 'main' }
    const queue = { at: agoMs(40_000), step: 'queue', detail: 'sales' }
    await merge(sender, { routeTrace: [queue, menu, { ...queue, at: agoMs(30_000), step: 'transferred' }] })
    expect(await portal.storedCalls(sender)).toMatchObject([
      { phase: 'queue', phase_since: storedOf(queue.at) },
    ])
    const answeredAt = agoMs(20_000)
    await merge(sender, { answeredAt })
    expect(await portal.storedCalls(sender)).toMatchObject([
      { phase: 'talking', phase_since: storedOf(answeredAt) },
    ])
    const phaseSince = agoMs(10_000)
    await merge(sender, { phase: 'queue', phaseSince })
    expect(await portal.storedCalls(sender)).toMatchObject([
      { status: 'in-progress', phase: 'queue', phase_since: storedOf(phaseSince) },
    ])
    await merge(sender, { endedAt: agoMs(5000) })
    expect(await portal.storedCalls(sender)).toMatchObject([
      { status: 'answered', phase: '', phase_since: null },
    ])
  })

  it('does not come back when news of it are late', async () => {
    const sender = await portal.make.sender()
    const ended = begun({ endedAt: agoMs(4 * hourMs) })
    expect(await send(sender, ended)).toMatchObject({ created: 1 })
    expect(await send(sender, begun({ phase: 'queue' }))).toMatchObject({ unchanged: 1 })
    expect(await merge(sender, { phase: 'menu' })).toMatchObject({ updated: 1 })
    expect(await portal.storedCalls(sender)).toMatchObject([{ status: 'missed', phase: '' }])
    expect(await send(sender, { ...begun(), revision: 2 })).toMatchObject({ updated: 1 })
    expect(await portal.storedCalls(sender)).toMatchObject([{ status: 'in-progress' }])
  })

  it('does not come back when its news wait in the journal with its end, in either order', async () => {
    const sender = await portal.make.sender()
    const ended = begun({ endedAt: agoMs(4 * hourMs) })
    await portal.sendCalls(sender.key, [ended, begun({ phase: 'queue' })])
    await portal.sendCalls(sender.key, [
      begun({ externalCallId: 'call-2', phase: 'queue' }),
      { ...ended, externalCallId: 'call-2' },
    ])
    expect(await portal.storedCalls(sender)).toMatchObject([{ status: 'missed' }, { status: 'missed' }])
  })
})

describe('a call whose end is never reported', () => {
  it('is closed when nothing was heard of it for four hours: answered or missed, with no duration', async () => {
    const sender = await portal.make.sender()
    await send(sender, begun({ externalCallId: 'a', answeredAt: agoMs(5 * hourMs - 9000) }))
    await send(sender, begun({ externalCallId: 'b' }))
    await send(sender, begun({ externalCallId: 'c', phase: 'queue', phaseSince: agoMs(hourMs) }))
    await send(sender, begun({ externalCallId: 'd', startedAt: agoMs(3 * hourMs) }))
    await closeCalls()
    const unended = { ended_at: null, duration: null, talk_duration: null }
    expect(await portal.storedCalls(sender)).toMatchObject([
      { ...unended, external_call_id: 'a', status: 'answered', end_unknown: true },
      { ...unended, external_call_id: 'b', status: 'missed', end_unknown: true },
      { external_call_id: 'c', status: 'in-progress', end_unknown: false },
      { external_call_id: 'd', status: 'in-progress', end_unknown: false },
    ])
  })

  it('is what is reported of it later', async () => {
    const sender = await portal.make.sender()
    await send(sender, begun())
    await closeCalls()
    await closeCalls()
    expect(await portal.storedCalls(sender)).toMatchObject([{ status: 'missed', end_unknown: true }])
    await send(sender, begun({ phase: 'talking', phaseSince: agoMs(60_000) }))
    expect(await portal.storedCalls(sender)).toMatchObject([{ status: 'in-progress', end_unknown: false }])
    await merge(sender, { endUnknown: true })
    await merge(sender, { answeredAt: agoMs(2 * hourMs), endedAt: agoMs(hourMs) })
    expect(await portal.storedCalls(sender)).toMatchObject([
      { status: 'answered', duration: 4 * 3600, end_unknown: false },
    ])
    await closeCalls()
    expect(await portal.storedCalls(sender)).toMatchObject([{ status: 'answered', end_unknown: false }])
  })

  it('waits to be called back when nobody had answered', async () => {
    const sender = await portal.make.sender()
    await send(sender, begun())
    await closeCalls()
    const caller = await portal.make.user({
      claims: ['reporting.call.details'],
      customerId: sender.id,
    })
    const filters = [{ field: 'missedNotReturned', op: 'eq', values: [true] }]
    const body = { period: { relative: 'last7Days' }, filters, withTotal: true }
    const answer = await caller.ask({ path: '/api/reporting/calldetails', method: 'POST', body })
    expect(JSON.parse(answer.text)).toMatchObject({ total: 1 })
  })
})
