import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ArrivedCall } from '#server/db/arrived-call.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { EventStreams } from './event-streams.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

function newAnswer(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()))
}

describe('the rights of all open streams', () => {
  it('are checked together, twice a second: a stream ends at the first check after they are lost', async () => {
    const pauses: number[] = []
    let goOn = () => {}
    const isAllowed = { now: true }
    const streams = new EventStreams(
      test.runtime.postgres.db,
      { isAllowed: () => isAllowed.now, boards: { changeOf: () => Promise.resolve(undefined) } },
      async (ms) => {
        pauses.push(ms)
        await new Promise<void>((resolve) => (goOn = resolve))
      },
    )
    const { token } = await test.make.user({})
    const origin = { address: '10.5.0.1', userAgent: null, requestId: '', log: test.runtime.log }
    const credentials = { authorization: `Bearer ${token}`, viewAsUser: undefined, origin }
    const answers = Array.from({ length: 200 }, newAnswer)
    for (const answer of answers)
      streams.add(answer, { credentials, isLive: false }, new AbortController().signal)
    const ended = () => answers.filter(({ writableEnded }) => writableEnded).length
    for (let checks = 1; checks <= 3; checks++) {
      await expect.poll(() => pauses.length).toBe(checks)
      expect(ended()).toBe(0)
      if (checks === 3) isAllowed.now = false
      goOn()
    }
    await expect.poll(ended).toBe(200)
    expect(pauses.filter((ms) => ms > 500)).toEqual([])
  })

  it('are read after the calls have come in that are told by them', async () => {
    const { token } = await test.make.user({ isAdmin: true })
    const customer = await test.make.customer()
    const call: ArrivedCall = {
      id: randomUUID(),
      customerId: customer.id,
      startedAt: '2026-03-10 15:00:00.000',
      direction: 'inbound',
      status: 'answered',
      codes: {
        network: '',
        number: '',
        location: '',
        npanxx: '',
        zipcode: '',
        postalcode: '',
        county: '',
        state: '',
        dma: '',
        rotationgroup: '',
        tod: '',
        historicalroute: '',
      },
    }
    let reads = 0
    const streams: EventStreams = new EventStreams(
      test.runtime.postgres.db,
      {
        isAllowed: () => {
          reads++
          // It comes in when the rights have just been read, and they are lost before they are read again.
          if (reads === 1) streams.notify([call])
          return reads === 1
        },
        boards: { changeOf: () => Promise.resolve(undefined) },
      },
      async () => await new Promise((resolve) => setImmediate(resolve)),
    )
    const origin = { address: '10.5.0.2', userAgent: null, requestId: '', log: test.runtime.log }
    const credentials = { authorization: `Bearer ${token}`, viewAsUser: undefined, origin }
    const answer = newAnswer()
    const write = vi.spyOn(answer, 'write')
    streams.add(answer, { credentials, isLive: false }, new AbortController().signal)
    await expect.poll(() => answer.writableEnded).toBe(true)
    expect(write.mock.calls.map(([text]) => String(text)).join('')).not.toContain(call.id)
  })
})
