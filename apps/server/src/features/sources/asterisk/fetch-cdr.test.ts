import { beforeAll, describe, expect, it } from 'vitest'
import {
  cdrTableColumns,
  type CdrServer,
  type CdrTableRow,
  hasMariaDb,
  openCdrStandIn,
  startMariaDb,
} from '#test/sources/cdr-servers.ts'
import { callsOf, readSourceFile, sourceOf } from '#test/sources/read-source-file.ts'
import { times } from '#test/soak.ts'
import type { FetchContext, SourceEvent } from '../adapter.ts'
import { asterisk } from './asterisk.ts'

const zone = { timeZone: 'America/New_York' }
const firstMs = Date.parse('2026-03-10T13:00:00Z')
const hourMs = 3_600_000

let made = 0

/** Legs of a call that begins so many seconds after nine o'clock: one phone rings, another one answers. */
function callAt(second: number, { isLinked = true } = {}): CdrTableRow[] {
  made += 1
  const startMs = firstMs + second * 1000
  const uniqueid = `${startMs / 1000}.${made * 10}`
  const calldate = new Date(startMs - 4 * hourMs).toISOString().slice(0, 19).replace('T', ' ')
  const caller = `415555${String(made % 10_000).padStart(4, '0')}`
  const row = {
    calldate,
    clid: `"${caller}" <${caller}>`,
    src: caller,
    dst: '2125550142',
    dcontext: 'ext-group',
  }
  const channel = { channel: `PJSIP/trunk-${made}`, lastapp: 'Dial', lastdata: 'PJSIP/301&PJSIP/302,30' }
  const ids = { uniqueid, linkedid: isLinked ? uniqueid : '', amaflags: '3' }
  const legs = [
    { dstchannel: `PJSIP/301-${made}`, duration: '5', billsec: '0', disposition: 'NO ANSWER' },
    { dstchannel: `PJSIP/302-${made}`, duration: '65', billsec: '60', disposition: 'ANSWERED' },
  ]
  return legs.map((leg, at) => ({
    ...row,
    ...channel,
    ...ids,
    ...leg,
    sequence: isLinked ? `${made * 2 + at}` : '',
  }))
}

function reader(server: CdrServer, settings: Readonly<Record<string, string | number>> = {}) {
  const source = sourceOf(asterisk, {
    ...zone,
    settings: { ...server.settings, rowsPerStep: 100, ...settings },
  })
  const events = new Map<string, SourceEvent>()
  let cursor: unknown = null
  const contextAt = (nowMs: number): FetchContext => ({
    source,
    secrets: { password: server.password },
    allowedAddresses: ['127.0.0.1'],
    signal: AbortSignal.timeout(60_000),
    nowMs,
  })
  return {
    source,
    /** Reads until there is nothing more, and answers how many rows each step brought. */
    async fetch(nowMs = firstMs + 24 * hourMs, maxSteps = Infinity): Promise<number[]> {
      const steps: number[] = []
      while (steps.length < maxSteps) {
        const page = await asterisk.fetch?.page(contextAt(nowMs), structuredClone(cursor))
        if (page === undefined) throw new Error('nothing is fetched')
        // As the database keeps them: what is there already is not changed.
        for (const event of page.events) {
          const key = `${event.callKey}\n${event.eventKey}`
          if (!events.has(key)) events.set(key, event)
        }
        steps.push(page.events.length)
        cursor = page.cursor
        if (page.isDone) break
      }
      return steps
    },
    calls: () => callsOf(asterisk, [...events.values()], source),
    test: async () => await asterisk.fetch?.test(contextAt(firstMs)),
  }
}

async function callsInFile(rows: readonly CdrTableRow[]) {
  const quoted = (value = '') => `"${value.replaceAll('"', '""')}"`
  const lines = rows.map((row) => cdrTableColumns.map((name) => quoted(row[name])).join(','))
  const file = await readSourceFile(asterisk, `${lines.join('\n')}\n`, sourceOf(asterisk, zone))
  expect(file.rejected).toEqual([])
  return file.calls
}

const servers = [
  { name: 'a stand-in', open: openCdrStandIn, isThere: true, tags: [] },
  { name: 'a real MariaDB', open: startMariaDb, isThere: hasMariaDb, tags: ['soak'] },
]

describe.each(servers)(
  'the cdr table of $name (skipped where none is installed)',
  ({ open, isThere, tags }) => {
    const facts = { tags, skip: !isThere }

    it('is read in steps, and makes the calls of a file with the same rows', facts, async () => {
      const server = await open()
      const rows = Array.from({ length: times(120, 5000) }, (_, at) => callAt(at * 3)).flat()
      await server.add(rows)
      const read = reader(server)
      const steps = await read.fetch()
      expect(steps.length).toBeGreaterThan(2)
      expect(Math.max(...steps)).toBeLessThanOrEqual(100)
      expect(steps.reduce((total, count) => total + count, 0)).toBe(rows.length)
      expect(read.calls()).toEqual(await callsInFile(rows))
      expect(await read.test()).toContain('The table can be read, with 22 of its columns.')
    })

    it('is read on from where it was stopped, and only what is new is read again', facts, async () => {
      const server = await open()
      await server.add(Array.from({ length: 150 }, (_, at) => callAt(at * 10)).flat())
      const read = reader(server)
      expect(await read.fetch(undefined, 1)).toHaveLength(1)
      await read.fetch()
      expect(read.calls()).toHaveLength(150)
      await server.add(callAt(1600))
      // Whole seconds, of a quarter of an hour before the last call that was there.
      expect(await read.fetch()).toEqual([98, 84])
      expect(read.calls()).toHaveLength(151)
    })

    it(
      'is looked at again for rows that came late or changed, over all the hours from time to time',
      facts,
      async () => {
        const server = await open()
        const newest = callAt(20_000)
        await server.add([...callAt(0), ...newest])
        const read = reader(server)
        const nowMs = firstMs + 6 * hourMs
        await read.fetch(nowMs)
        const late = callAt(5000)
        await server.add(late)
        const before = read.calls()
        await read.fetch(nowMs + 60_000)
        expect(read.calls()).toEqual(before)
        const answered = newest[1]?.['uniqueid'] ?? ''
        await server.change(answered, {
          userfield: 'seen',
          recordingfile: 'in.wav',
          billsec: '30',
          duration: '35',
        })
        await read.fetch(nowMs + 16 * 60_000)
        expect(read.calls()).toHaveLength(3)
        expect(read.calls().find(({ externalCallId }) => externalCallId === answered)).toMatchObject({
          talkDuration: 30,
        })
      },
    )

    it('is read on although a clock once went wrong', facts, async () => {
      const server = await open()
      const wrong = callAt(0).map((row) => ({ ...row, calldate: '2037-01-01 00:00:00' }))
      await server.add([...callAt(0), ...wrong])
      const read = reader(server)
      await read.fetch(firstMs)
      await server.add(callAt(60))
      await read.fetch(firstMs + 90_000)
      expect(read.calls().map(({ startedAt }) => startedAt.slice(0, 16))).toContain('2026-03-10T13:01')
    })

    it('may have more rows in a second than in a step', facts, async () => {
      const server = await open()
      await server.add([...Array.from({ length: 80 }, () => callAt(5)).flat(), ...callAt(6)])
      const read = reader(server)
      await read.fetch()
      expect(read.calls()).toHaveLength(81)
    })

    it(
      'without the id that legs share joins the halves of Local channels, also over steps',
      facts,
      async () => {
        const server = await open()
        const [outer, inner] = callAt(30, { isLinked: false })
        const local = [
          { ...outer, dstchannel: 'Local/301@ring-00000001;1', disposition: 'ANSWERED' },
          { ...inner, channel: 'Local/301@ring-00000001;2', uniqueid: `${outer?.['uniqueid']}9` },
        ]
        const before = Array.from({ length: 49 }, (_, at) => callAt(at % 30, { isLinked: false })).flat()
        const rows = [...before, ...local, callAt(31, { isLinked: false })].flat()
        await server.add([...before, ...local.map((row) => ({ ...row, sequence: '0' })), ...callAt(31)])
        const read = reader(server, { rowsPerStep: 100 })
        await read.fetch()
        expect(read.calls()).toHaveLength(51)
        const joined = read.calls().find(({ externalCallId }) => externalCallId === outer?.['uniqueid'])
        const inFile = (await callsInFile(rows)).find(
          ({ externalCallId }) => externalCallId === outer?.['uniqueid'],
        )
        expect(joined).toEqual(inFile)
        expect(joined).toMatchObject({ status: 'answered', talkDuration: 60 })
      },
    )
  },
)

async function expectFailure(asked: Promise<unknown>, said: { isPassing: boolean; message: RegExp }) {
  await expect(asked).rejects.toThrow(said.message)
  await expect(asked).rejects.toMatchObject({ name: 'FetchFailed', isPassing: said.isPassing })
}

describe('a database that does not give the calls', () => {
  let server: Awaited<ReturnType<typeof openCdrStandIn>>
  beforeAll(async () => {
    server = await openCdrStandIn()
  })

  it.each([
    [1045, false, /does not let user callboard in/],
    [1049, false, /finds no database asteriskcdrdb/],
    [1142, false, /grant SELECT/],
    [1146, false, /may not read the table/],
    [1040, true, /could not be read: too many/],
    [3024, true, /took too long/],
  ])('says why: error %i', async (code, isPassing, message) => {
    server.fail({ code, message: 'too many' })
    await expectFailure(reader(server).test(), { isPassing, message })
    server.fail(undefined)
  })

  it.each([
    [{ port: 1 }, true, /No database answers at 127\.0\.0\.1:1\./],
    [{ host: 'nowhere.invalid' }, true, /There is no host nowhere\.invalid\./],
    [{ host: '10.0.0.1' }, false, /private address/],
    [{ tls: 'verified' }, false, /does not encrypt connections/],
    [{ table: 'cdr; DROP TABLE cdr' }, false, /not the name of a table/],
    [{ fetchSince: 'yesterday' }, false, /not a day/],
  ])('says so: %j', async (settings, isPassing, message) => {
    const read = reader(server, settings)
    const asked = 'fetchSince' in settings ? read.fetch() : read.test()
    await expectFailure(asked, { isPassing, message })
  })

  it('is asked to read only, and to end what takes long', async () => {
    server.queries.length = 0
    await reader(server).test()
    expect(server.queries).toContain('START TRANSACTION READ ONLY')
    expect(server.queries).toContain('SET SESSION max_execution_time = 30000')
    expect(server.queries.filter((query) => !/^(?:SELECT|SET SESSION|START)/.test(query))).toEqual([])
  })
})
