import type { Source } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it } from 'vitest'
import { SourceClient } from '#test/clients/sources.ts'
import { expectOk } from '#test/expect-errors.ts'
import { deleteSeenBefore, insertEvents } from '../event-store.ts'
import { noteConnection } from '../state-store.ts'
import { ManagerCall, messageText, openManagerSwitch } from '#test/sources/manager-switch.ts'

let client: SourceClient
beforeAll(async () => {
  client = await SourceClient.open({ allowedAddresses: ['127.0.0.1'] })
})

const inbound = { CallerIDNum: '4155550123', CallerIDName: 'Ada', Context: 'from-trunk', Exten: '2125550142' }
let count = 0
const newId = () => `${Math.floor(Date.now() / 1000)}.${++count}`

async function makeSource({ port }: { port: number }, secret = 'secret'): Promise<Source> {
  const settings = { managerHost: '127.0.0.1', managerPort: port, managerUser: 'callboard' }
  return await client.make({ kind: 'asterisk', settings, secrets: { managerSecret: secret } })
}

/** A source that is connected to a switch of its own. */
async function connect() {
  const own = await openManagerSwitch()
  const source = await makeSource(own)
  await expect.poll(async () => await client.connectionOf(source)).toBe('connected')
  return { switch: own, source }
}

describe('a switch that is listened to', () => {
  it('shows each call while it goes on, and what became of it', async () => {
    const { switch: own, source } = await connect()
    const id = newId()
    const other = newId()
    const call = new ManagerCall(id, inbound)
    own.sayCall(call)
    await expect.poll(async () => await client.phasesOf(source)).toEqual(['ringing'])
    call.events.length = 0
    own.sayCall(call.add(0, 'QueueCallerJoin', { Queue: 'sales' }))
    await expect.poll(async () => await client.phasesOf(source)).toEqual(['queue'])
    call.events.length = 0
    own.sayCall(call.add(0, 'QueueCallerLeave', { Queue: 'sales' }).dial(0, 'PJSIP/301-1', other))
    own.sayCall(new ManagerCall(id, inbound).answer(0, 'PJSIP/301-1', other))
    await expect.poll(async () => await client.phasesOf(source)).toEqual(['talking'])
    call.events.length = 0
    own.sayCall(call.hangUp(0, other))
    await expect.poll(async () => await client.phasesOf(source)).toEqual([])
    expect(await client.storedCallsOf(source)).toMatchObject([
      { external_call_id: id, status: 'answered', agent: '301', rotationgroup: 'sales', end_unknown: false },
    ])
    expect(own.said.asked.filter((action) => action !== 'Ping')).toEqual(['Login', 'CoreShowChannels'])
  })

  it('is forgotten event by event when a call is long over, and the call stays; what else is known of calls does, too', async () => {
    const { switch: own, source } = await connect()
    const [seen, queued] = [newId(), newId()]
    own.sayCall(new ManagerCall(seen, inbound).hangUp(0))
    await expect.poll(async () => (await client.storedCallsOf(source)).length).toBe(1)
    const body = {
      queue: { atMs: Date.now(), callId: queued, queue: 'sales', agent: '', event: 'ENTERQUEUE', data: [] },
    }
    await insertEvents(client.portal.db, [
      { sourceId: source.id, callKey: queued, eventKey: 'queue', body: JSON.stringify(body) },
    ])
    await client.portal.runtime.callAssembler.settled()
    await deleteSeenBefore(client.portal.db, new Date(Date.now() + 60_000))
    const kept = client.portal.db.selectFrom('source_event').where('source_id', '=', source.id)
    expect(await kept.select('call_key').execute()).toEqual([{ call_key: queued }])
    const ids = (await client.storedCallsOf(source)).map((row) => row['external_call_id'])
    expect(new Set(ids)).toEqual(new Set([seen, queued]))
  })

  it('is connected to anew when it restarts: what went on is shown, and what ended meanwhile has ended', async () => {
    const { switch: own, source } = await connect()
    const [stays, ends] = [newId(), newId()]
    for (const id of [stays, ends]) own.sayCall(new ManagerCall(id, inbound))
    await expect.poll(async () => (await client.phasesOf(source)).length).toBe(2)
    own.said.channels = [
      {
        ...inbound,
        Channel: 'PJSIP/trunk-1',
        Uniqueid: stays,
        Linkedid: stays,
        ChannelState: 4,
        Duration: '00:00:09',
      },
    ]
    own.standIn.dropAll()
    await expect.poll(async () => (await client.phasesOf(source)).length).toBe(1)
    expect(await client.storedCallsOf(source)).toMatchObject([
      { external_call_id: stays, status: 'in-progress' },
      { external_call_id: ends, status: 'missed', end_unknown: true, duration: null },
    ])
    await expect.poll(async () => await client.connectionOf(source)).toBe('connected')
    expect(await client.activityOf(source)).toMatchObject({ problem: null })
  })

  it('that does not let the portal in is said at the source, and is connected to once that is mended', async () => {
    const own = await openManagerSwitch('right')
    const source = await makeSource(own, 'wrong')
    await expect
      .poll(async () => (await client.activityOf(source)).problem?.message)
      .toContain('does not let this user in: Authentication failed')
    const { connection } = await client.activityOf(source)
    await noteConnection(client.portal.db, source.id, 'connecting')
    // Trying again does not change since when there is no connection.
    expect((await client.activityOf(source)).connection).toEqual({
      state: 'connecting',
      since: connection?.since,
    })
    const { name, timeZone, country, ownNumbers, statusWords, settings, isNumberFirst, revision } = source
    const kept = { name, timeZone, country, ownNumbers, statusWords, settings, isNumberFirst, revision }
    const body = { ...kept, isActive: true, secrets: { managerSecret: 'right' } }
    expectOk(await client.portal.admin.ask({ method: 'PUT', path: `/api/source/${source.id}`, body }))
    await expect.poll(async () => await client.connectionOf(source)).toBe('connected')
  })

  it('is left alone once its source is inactive', async () => {
    const { switch: own, source } = await connect()
    await client.portal.admin.ask({ method: 'DELETE', path: `/api/source/${source.id}` })
    await expect.poll(() => own.standIn.isListenedTo).toBe(false)
  })

  it('may say anything: half events, odd bytes and a flood of others do no harm', async () => {
    const { switch: own, source } = await connect()
    own.standIn.say('Event: Newchannel\r\nUniqueid: 1\r\n\r\n\r\n\r\n: :\r\n\u0000\r\n\r\n')
    const noise = messageText({
      Event: 'VarSet',
      Uniqueid: '1.1',
      Linkedid: '1.1',
      Variable: 'x',
      Value: 'y',
    })
    own.standIn.say(noise.repeat(20_000))
    const id = newId()
    const text = new ManagerCall(id, inbound).events.map(([, fields]) => messageText(fields)).join('')
    own.standIn.say(text.slice(0, 40))
    own.standIn.say(text.slice(40))
    await expect.poll(async () => await client.phasesOf(source)).toEqual(['ringing'])
    expect(await client.keptEvents(source)).toBe(1)
  })
})
