import { describe, expect, it } from 'vitest'
import { asteriskFixture } from '#test/sources/samples.ts'
import { cdrTableColumns } from '#test/sources/cdr-servers.ts'
import { readSourceFile, sourceOf } from '#test/sources/read-source-file.ts'
import { splitCsvLine } from '#server/lib/files/csv-line.ts'
import type { SourceContext } from '../adapter.ts'
import { asterisk } from './asterisk.ts'
import { cdrColumns } from './cdr-columns.ts'

const masterFile = asteriskFixture('master-21-fields.csv').toString()

type Row = Readonly<Record<string, string>>

/** The legs of a `Master.csv` by the names of their columns, as a table has them too. */
const rows: readonly Row[] = masterFile
  .trimEnd()
  .split('\n')
  .map((line) =>
    Object.fromEntries((splitCsvLine(line) ?? []).map((value, at) => [cdrColumns[at] ?? '', value])),
  )
  .map((row) => ({ ...row, calldate: row['start'] ?? '' }))

const newYork = { timeZone: 'America/New_York' }

async function read(content: string, given: Partial<SourceContext> = {}) {
  return await readSourceFile(asterisk, content, sourceOf(asterisk, { ...newYork, ...given }))
}

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

function csv(columns: readonly string[], separator = ',', some = rows): string {
  return some.map((row) => `${columns.map((name) => quoted(row[name] ?? '')).join(separator)}\n`).join('')
}

const customColumns =
  'clid,src,dst,dcontext,channel,dstchannel,lastapp,lastdata,start,answer,end,duration,billsec,disposition,amaflags,accountcode,uniqueid,userfield,sequence'.split(
    ',',
  )
const master = await read(masterFile)
const whole = { calls: master.calls, rows: 21, rejected: [], warnings: [] }

describe('the same legs make the same calls', () => {
  it('of whatever format they are', async () => {
    expect(master.calls).toHaveLength(13)
    expect(master.rows).toBe(21)
  })

  it('in cdr_custom as it is shipped, told apart by uniqueid', async () => {
    const { calls, rejected } = await read(csv(customColumns))
    const shapes = (some: typeof calls) => some.map((call) => ({ ...call, externalCallId: '' }))
    expect(shapes(calls)).toEqual(shapes(master.calls))
    expect(rejected).toEqual([])
  })

  it.each([
    [',', 'Master.csv => ${CSV_QUOTE(${CDR(linkedid)})},'],
    [';', 'Master.csv => ${CSV_QUOTE(${CDR(linkedid)})}\\;'],
    ['|', '[mappings]\n; as it was\nMaster.csv => "${CDR(linkedid)}"|'],
    ['\t', 'Master.csv => ${CDR(linkedid)}\t'],
  ])('in cdr_custom with a mapping, separated by %j', async (separator, start) => {
    const columns = ['linkedid', ...customColumns.toReversed()]
    const fields = customColumns.toReversed().map((name) => `\${CSV_QUOTE(\${CDR(${name},u)})}`)
    const mappings = start + fields.join(separator === ';' ? String.raw`\;` : separator)
    expect(await read(csv(columns, separator), { settings: { mappings } })).toMatchObject(whole)
  })

  it('with fractions of seconds, times in seconds since 1970 and numbers for outcomes', async () => {
    const epoch = (time = '') =>
      time === ''
        ? '0.000000'
        : `${Temporal.PlainDateTime.from(time).toZonedDateTime('America/New_York').epochMilliseconds / 1000}.250000`
    const numbers = { 'NO ANSWER': '0', FAILED: '2', BUSY: '4', ANSWERED: '8', CONGESTION: '16' }
    const exact = rows.map((row) => ({
      ...row,
      ...Object.fromEntries(['start', 'answer', 'end'].map((name) => [name, epoch(row[name])])),
      duration: `${row['duration']}.750000`,
      billsec: `${row['billsec']}.500000`,
      disposition: Object.entries(numbers).find(([word]) => word === row['disposition'])?.[1] ?? '',
    }))
    const columns = [...customColumns, 'linkedid']
    const mappings = `custom.csv => ${columns.map((name) => `\${CDR(${name},f)}`).join(',')}`
    expect(await read(csv(columns, ',', exact), { settings: { mappings } })).toMatchObject(whole)
    const lines = exact.map((row) => JSON.stringify({ ...row, duration: Number(row.duration) }))
    expect(await read(lines.join('\n'))).toMatchObject(whole)
  })

  it('in JSON with names of its own', async () => {
    const mappings =
      'calls.json => {"who":"${CDR(src)}","leg":"${CDR(uniqueid)}",' +
      cdrColumns
        .filter((name) => name !== 'src' && name !== 'uniqueid')
        .map((name) => `"${name}":"\${CDR(${name})}"`)
        .join(',') +
      '}'
    const lines = rows.map(({ src, uniqueid, ...row }) => JSON.stringify({ ...row, who: src, leg: uniqueid }))
    expect(await read(lines.join('\n'), { settings: { mappings } })).toMatchObject(whole)
  })

  it('in a list of columns, as some versions write a mapping', async () => {
    const columns = ['linkedid', ...customColumns]
    const mappings = 'fields = linkedid,' + customColumns.map((name) => `${name}(int64)`).join(',')
    expect(await read(csv(columns, ';'), { settings: { mappings } })).toMatchObject(whole)
  })

  describe.each([',', ';', '\t'])('in the cdr table of FreePBX, separated by %j', (separator) => {
    it('with and without the names of its columns, in whichever order', async () => {
      expect(await read(csv(cdrTableColumns, separator))).toMatchObject(whole)
      const header = (columns: readonly string[]) => `${columns.join(separator)}\n`
      expect(await read(header(cdrTableColumns) + csv(cdrTableColumns, separator))).toMatchObject(whole)
      const reversed = cdrTableColumns.toReversed()
      expect(await read(header(reversed) + csv(reversed, separator))).toMatchObject(whole)
    })

    it.each([
      ['D/M/YYYY', (y: string, m: string, d: string) => `${Number(d)}/${Number(m)}/${y}`],
      ['M/D/YYYY', (y: string, m: string, d: string) => `${Number(m)}/${Number(d)}/${y}`],
      ['DD.MM.YYYY', (y: string, m: string, d: string) => `${d}.${m}.${y}`],
    ])('with dates as %s', async (_, dateOf) => {
      const dated = rows.map((row) => {
        const [day = '', time = ''] = (row['calldate'] ?? '').split(' ')
        const [y = '', m = '', d = ''] = day.split('-')
        return { ...row, calldate: `${dateOf(y, m, d)} ${time}` }
      })
      expect(await read(csv(cdrTableColumns, separator, dated))).toMatchObject(whole)
    })
  })

  it('in older tables, whose halves of Local channels find each other by their name', async () => {
    const { calls } = await read(csv(cdrTableColumns.slice(0, 16)))
    const shapes = (some: typeof calls) => some.map((call) => ({ ...call, externalCallId: '' }))
    expect(shapes(calls)).toEqual(shapes(master.calls))
  })

  it('as text of a database: tabs, backslashes and \\N', async () => {
    const tabs = rows.map((row) => cdrTableColumns.map((name) => row[name] || String.raw`\N`).join('\t'))
    expect(await read(tabs.join('\n'))).toMatchObject(whole)
    const escape = (value: string) => `"${value.replaceAll('"', String.raw`\"`)}"`
    const escaped = rows.map((row) => cdrTableColumns.map((name) => escape(row[name] ?? '')).join(','))
    expect(await read(escaped.join('\n'))).toMatchObject(whole)
  })

  it('kept leg by leg, as calls of a switch with a queue_log are, and in any order', async () => {
    const settings = { queueLog: true }
    const kept = await read(masterFile, { settings })
    expect(kept.events).toHaveLength(21)
    expect(kept.calls).toEqual(master.calls)
    expect((await read(csv(cdrTableColumns.toReversed()), { settings })).events).toEqual([])
    expect((await read(csv(cdrTableColumns), { settings })).calls).toEqual(master.calls)
  })
})

describe('a row of FreePBX', () => {
  const row: Row = {
    ...rows[0],
    did: '2125550199',
    recordingfile: 'in-2125550199-4155550101-20260310-090000-1773147600.1.wav',
  }

  it('says which number was called, and in which file the sound is', async () => {
    const { calls, recordingFiles } = await read(csv(cdrTableColumns, ',', [row]))
    expect(calls).toMatchObject([{ trackingNumber: '+12125550199', direction: 'inbound' }])
    expect(recordingFiles).toEqual({ '1773147600.1': [row['recordingfile']] })
  })

  it('has its number and its file in either order, and may lack the id that legs share', async () => {
    const columns = cdrTableColumns
      .with(16, 'recordingfile')
      .with(17, 'did')
      .filter((name) => name !== 'linkedid')
    const { calls, recordingFiles } = await read(csv(columns, ',', [row]))
    expect(calls).toMatchObject([{ trackingNumber: '+12125550199' }])
    expect(recordingFiles).toEqual({ '1773147600.1': [row['recordingfile']] })
    const { calls: zero } = await read(csv(cdrTableColumns, ',', [{ ...row, linkedid: '0' }]))
    expect(zero).toMatchObject([{ externalCallId: '1773147600.1' }])
  })

  it('names the number that an outbound call showed', async () => {
    const outbound = { ...rows[17], outbound_cnum: '2125550142' }
    const { calls } = await read(csv(cdrTableColumns, ',', [outbound]))
    expect(calls).toMatchObject([
      { direction: 'outbound', trackingNumber: '+12125550142', targetNumber: '+14155550110', agent: '105' },
    ])
  })

  it('is read by the day or the month first where no id tells, as the source says', async () => {
    const ambiguous = csv(cdrTableColumns, ',', [
      { ...row, uniqueid: '', linkedid: '', calldate: '3/9/2026 9:00' },
    ])
    expect((await read(ambiguous)).calls).toMatchObject([{ startedAt: '2026-09-03T13:00:00.000Z' }])
    const settings = { dateOrder: 'monthFirst' }
    expect((await read(ambiguous, { settings })).calls).toMatchObject([
      { startedAt: '2026-03-09T13:00:00.000Z' },
    ])
  })

  it.each(['31/2/2026 09:00:00', '2026-03-10 24:00:00', '10/13/20 09:00:00', 'yesterday'])(
    'at a time that cannot be is told: %s',
    async (calldate) => {
      const { calls, rejected } = await read(
        csv(cdrTableColumns, ',', [row, { ...row, calldate, uniqueid: '9.9' }]),
      )
      expect(calls).toHaveLength(1)
      expect(rejected).toMatchObject([{ line: 2, code: 'badTime' }])
    },
  )

  it('with another number of columns costs itself alone', async () => {
    const header = `${cdrTableColumns.join(',')}\n`
    const { calls, rejected } = await read(`${header}${csv(cdrTableColumns, ',', [row])}1,2,3\n`)
    expect(calls).toHaveLength(1)
    expect(rejected).toMatchObject([{ line: 3, code: 'fieldCount', raw: '1,2,3' }])
  })
})

describe('what is said of a source', () => {
  const leg: Row = { ...rows[0], src: '2125550142', dst: '4155550101', dcontext: 'custom' }

  it('decides by its own numbers which way a call went', async () => {
    const directionOf = async (given: Partial<SourceContext>, row: Row = leg) =>
      (await read(csv(cdrTableColumns, ',', [row]), given)).calls[0]?.direction
    expect(await directionOf({})).toBe('inbound')
    expect(await directionOf({ ownNumbers: ['+12125550142'] })).toBe('outbound')
    expect(await directionOf({ ownNumbers: ['+1212555*'] })).toBe('outbound')
    expect(await directionOf({ ownNumbers: ['+14155550101', '+12125550142'] })).toBe('inbound')
    const fromExtension: Row = { ...leg, src: '105', dcontext: 'from-internal' }
    expect(await directionOf({}, fromExtension)).toBe('outbound')
    expect(await directionOf({ ownNumbers: ['+14155550101'] }, fromExtension)).toBe('inbound')
  })

  it('decides by contexts before that', async () => {
    const settings = { outboundContexts: ['out'] }
    const given = { ownNumbers: ['+12125550142'], settings }
    expect((await read(csv(cdrTableColumns, ',', [leg]), given)).calls[0]?.direction).toBe('inbound')
    const out = { ...leg, dcontext: 'out' }
    expect((await read(csv(cdrTableColumns, ',', [out]), { settings })).calls[0]?.direction).toBe('outbound')
  })

  it('says what words for an outcome mean', async () => {
    const statusOf = async (word: string) => {
      const row = { ...leg, disposition: word, billsec: '0' }
      const statusWords = [
        { word: 'besetzt', status: 'busy' },
        { word: 'AB', status: 'voicemail' },
        { word: 'CONGESTION', status: 'busy' },
        { word: 'Gesprochen', status: 'answered' },
      ] as const
      const { calls, rejected } = await read(
        csv(cdrTableColumns, ',', [leg, { ...row, uniqueid: '1773147600.7', linkedid: '1773147600.7' }]),
        { statusWords },
      )
      return (
        calls.find(({ externalCallId }) => externalCallId === '1773147600.7')?.status ?? rejected[0]?.code
      )
    }
    expect(await Promise.all(['BESETZT', 'AB', 'CONGESTION', 'gesprochen', 'weg'].map(statusOf))).toEqual([
      'busy',
      'voicemail',
      'busy',
      'answered',
      'badDisposition',
    ])
  })
})

describe('a file', () => {
  const recognises = (content: string) =>
    asterisk.file?.recognises({ name: 'calls.csv', bytes: Buffer.from(content) })

  it('is recognised by what stands in it', () => {
    expect([masterFile, csv(customColumns), csv(cdrTableColumns, ';')].map(recognises)).toEqual([
      true,
      true,
      true,
    ])
    expect(recognises('1773147600|1773147600.1|sales|NONE|ENTERQUEUE||4155550101|1\n')).toBe(true)
    expect(['', 'Date,Caller\n1,2\n', '{"call":1}', '<cdr/>'].map(recognises)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('of an empty table has no calls', async () => {
    expect(await read(`${cdrTableColumns.join(',')}\n`)).toMatchObject({ calls: [], rejected: [], rows: 0 })
  })
})
