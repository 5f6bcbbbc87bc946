import { type Source, testSource } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it } from 'vitest'
import { SourceClient } from '#test/clients/sources.ts'
import { openCdrStandIn, type StandIn } from '#test/sources/cdr-servers.ts'

let client: SourceClient
let server: StandIn

beforeAll(async () => {
  server = await openCdrStandIn()
  client = await SourceClient.open({ allowedAddresses: ['127.0.0.1'] })
})

async function checksOf({ id }: Source): Promise<string[]> {
  const answer = await client.portal.admin.ask({ path: `/api/source/${id}/test`, body: {} })
  const { checks } = testSource.response.parse(answer.json())
  return checks.map(({ isFine, text }) => `${isFine ? 'fine' : 'wrong'}: ${text}`)
}

const row = {
  calldate: '2026-03-10 09:00:00',
  clid: '"Ada Example" <4155550101>',
  src: '4155550101',
  dst: '600',
  dcontext: 'ext-group',
  channel: 'PJSIP/trunk-1',
  dstchannel: 'PJSIP/301-2',
  lastapp: 'Dial',
  lastdata: 'PJSIP/301,30',
  duration: '65',
  billsec: '60',
  disposition: 'ANSWERED',
  uniqueid: '1773147600.1',
  linkedid: '1773147600.1',
  did: '2125550142',
  sequence: '1',
}

describe('a source of FreePBX', () => {
  it('fetches the calls of its database, and the same again changes nothing', async () => {
    await server.add([row])
    const source = await client.make({
      name: 'Front desk',
      kind: 'asterisk',
      settings: server.settings,
      secrets: { password: server.password },
    })
    expect(JSON.stringify(source)).not.toContain(server.password)
    expect(await checksOf(source)).toContainEqual(
      expect.stringMatching(/^fine: The table can be read, with 22 of its columns\./),
    )
    const fetchCounts = async () => {
      await client.fetchNow(source)
      return (await client.activityOf(source)).days.at(-1)
    }
    await expect.poll(fetchCounts).toMatchObject({ created: 1, updated: 0, rejected: 0 })
    await expect
      .poll(async () => await client.storedCallsOf(source))
      .toMatchObject([
        {
          source_system: 'Front desk',
          external_call_id: '1773147600.1',
          tracking_number: '+12125550142',
          caller_number: '+14155550101',
          caller_name: 'Ada Example',
          agent: '301',
          status: 'answered',
          talk_duration: 60,
        },
      ])
    // Another leg of the same call, written later.
    const missed = { dstchannel: 'PJSIP/302-3', disposition: 'NO ANSWER', billsec: '0', sequence: '2' }
    await server.add([{ ...row, ...missed }])
    await expect.poll(fetchCounts).toMatchObject({ created: 1, updated: 1, rejected: 0 })
    expect(await client.storedCallsOf(source)).toHaveLength(1)
  })

  it('says what is wrong with its database', async () => {
    server.fail({ code: 1045, message: 'Access denied' })
    const source = await client.make({ kind: 'asterisk', settings: server.settings })
    expect(await checksOf(source)).toContainEqual(
      expect.stringMatching(/^wrong: .* does not let user callboard in/),
    )
    await client.fetchNow(source)
    await expect
      .poll(async () => (await client.activityOf(source)).problem?.message)
      .toContain('does not let user callboard in')
    server.fail(undefined)
  })
})
