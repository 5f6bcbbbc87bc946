import type { Source } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it } from 'vitest'
import { postedCall, signed } from '#test/sources/callrail-calls.ts'
import { SourceClient } from '#test/clients/sources.ts'
import { putClockForward } from '#test/clock.ts'
import { expectError } from '#test/expect-errors.ts'

const signingKey = 'f5d0c2a4b8e94c7d'

let client: SourceClient

beforeAll(async () => {
  client = await SourceClient.open()
})

async function newSource(secrets: object = { signingKey }): Promise<Source> {
  return await client.make({ kind: 'callrail', secrets })
}

/** An hour ago, and as CallRail has it: the time of an event is that of its call. */
function recentCall(more: object = {}) {
  const at = new Date(Date.now() - 3_600_000).toISOString()
  return postedCall({ start_time: at, created_at: at, timestamp: at, ...more })
}

describe('a webhook', () => {
  it('brings the call as it begins, ends and changes', async () => {
    const source = await newSource()
    const call = recentCall()
    const steps = [
      [{ ...call, answered: '', duration: '', call_type: 'in_progress' }, { status: 'in-progress' }],
      [
        call,
        {
          status: 'answered',
          duration: 75,
          source: 'Google Ads',
          keyword: 'burst pipe',
          agent: 'ada@ripe.example',
        },
      ],
      [
        { ...call, changes: ['tags', 'value'], tags: ['booked'], value: '$250' },
        { status: 'answered', tags: ['booked'], value: '250', currency: 'USD' },
      ],
    ] as const
    for (const [body, expected] of steps) {
      const answer = await client.post(source, signed(body, signingKey))
      expect(answer.status).toBe(204)
      expect(await client.callsOf(source)).toMatchObject([{ externalCallId: call.resource_id, ...expected }])
    }
  })

  it('sent again changes nothing', async () => {
    const source = await newSource()
    const request = signed(recentCall(), signingKey)
    for (let n = 0; n < 20; n++) expect((await client.post(source, request)).status).toBe(204)
    expect(await client.callsOf(source)).toHaveLength(1)
    await expect
      .poll(async () => (await client.activityOf(source)).days.at(-1))
      .toMatchObject({ created: 1, updated: 0, rejected: 0 })
  })

  it('may be signed with the key of any of several companies', async () => {
    const source = await newSource({ signingKey: `another ${signingKey}` })
    expect((await client.post(source, signed(recentCall(), signingKey))).status).toBe(204)
    expect(await client.callsOf(source)).toHaveLength(1)
  })

  it.each([
    [
      'a text message',
      { id: 1, resource_id: 'SCI1', message_type: 'sms', source_number: '770-555-5555', content: 'Hi' },
    ],
    ['a form', { id: 2, form_data: { name: 'Ada' }, submitted_at: '2026-03-10T15:00:00Z' }],
    ['a summary', { last_interaction_resource_id: 'CAL1', answers: [] }],
  ])('about %s is taken, and nothing of it kept', async (_, body) => {
    const source = await newSource()
    const request = signed({ ...body, timestamp: new Date().toISOString() }, signingKey)
    expect((await client.post(source, request)).status).toBe(204)
    expect(await client.callsOf(source)).toEqual([])
    expect(await client.rejectedOf(source)).toEqual([])
  })

  it('that nobody can understand is kept in the quarantine', async () => {
    const source = await newSource()
    for (const body of ['{"a": ', '[1]', '{"a": 1}'])
      expect((await client.post(source, signed(body, signingKey))).status).toBe(204)
    expect((await client.rejectedOf(source)).map(({ code }) => code)).toEqual(
      Array(3).fill('unreadableWebhook'),
    )
  })
})

async function expectRefused(source: Source, request: ReturnType<typeof signed>): Promise<void> {
  expectError(await client.post(source, request), 403, 'forbidden')
  expect(await client.callsOf(source)).toEqual([])
  expect(await client.rejectedOf(source)).toEqual([])
}

describe('a webhook is refused, and nothing of it kept,', () => {
  it('with the signature of another key, of another body, or none', async () => {
    const source = await newSource()
    const good = signed(recentCall(), signingKey)
    await expectRefused(source, signed(recentCall(), 'another'))
    await expectRefused(source, { ...good, body: good.body.replace('75', '76') })
    for (const signature of ['', 'no base64', good.headers['signature']?.slice(0, -4) ?? ''])
      await expectRefused(source, { ...good, headers: { ...good.headers, signature } })
  })

  it('while no signing key is set', async () => {
    const source = await newSource({})
    await expectRefused(source, signed(recentCall(), ''))
  })

  it('of a call of days ago or of tomorrow, unless it was changed', async () => {
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await expectRefused(await newSource(), signed(recentCall({ timestamp: at(-4) }), signingKey))
    await expectRefused(await newSource(), signed(recentCall({ timestamp: at(1) }), signingKey))
    const changed = { changes: ['note'], note: 'x' }
    await expectRefused(
      await newSource(),
      signed(recentCall({ ...changed, timestamp: at(-800) }), signingKey),
    )
    const source = await newSource()
    const request = signed(recentCall({ ...changed, timestamp: at(-100) }), signingKey)
    expect((await client.post(source, request)).status).toBe(204)
    expect(await client.callsOf(source)).toHaveLength(1)
  })

  it('when it is replayed after days', async () => {
    const source = await newSource()
    const request = signed(recentCall(), signingKey)
    putClockForward(4 * 86_400_000)
    expectError(await client.post(source, request), 403, 'forbidden')
  })

  it('as another content type', async () => {
    const source = await newSource()
    const good = signed(recentCall(), signingKey)
    const headers = { ...good.headers, 'content-type': 'application/x-www-form-urlencoded' }
    expectError(await client.post(source, { ...good, headers }), 415, 'unsupportedMediaType')
  })
})
