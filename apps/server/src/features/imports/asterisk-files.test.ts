import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageOf } from '@callboard/contract/paging'
import { QuarantinedRow } from '@callboard/contract/quarantine'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from '#test/after-file.ts'
import { asteriskFile, asteriskLine, ImportClient, type MadeSource } from '#test/clients/imports.ts'
import { expectOk } from '#test/expect-errors.ts'

let client: ImportClient
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'callboard-monitor-'))
  afterFile(async () => await rm(root, { recursive: true, force: true }))
  client = await ImportClient.open({ importFolders: [root] })
})

const first = Date.UTC(2026, 2, 2, 15) / 1000
const callId = `${first}.0`

const queueLog = [
  `${first}|${callId}|sales|NONE|ENTERQUEUE||4155550123|1`,
  `${first + 10}|${callId}|sales|Ada Byron|CONNECT|10|1.2|4`,
  `${first + 60}|${callId}|sales|Ada Byron|COMPLETECALLER|10|50|1`,
]
  .map((line) => `${line}\n`)
  .join('')

async function factsOf(source: MadeSource) {
  const found = await client.calls(source)
  return found.map((row) => [
    row['external_call_id'],
    row['tracking_number'],
    row['rotationgroup'],
    row['agent'],
    row['queue_duration'],
    row['hangup_by'],
  ])
}

describe('a queue_log and the legs of the same calls', () => {
  const names = { legs: 'Master.csv', queue: 'queue_log' }
  const contents = { legs: asteriskFile(2), queue: queueLog }

  it.each([
    ['legs', 'queue'],
    ['queue', 'legs'],
  ] as const)('make the same calls when the %s come before the %s', async (...order) => {
    const source = await client.source({ settings: { queueLog: true } })
    for (const file of order) await client.import(source, contents[file], { name: names[file] })
    expect(await factsOf(source)).toEqual([
      [callId, '+12125550100', 'sales', 'Ada Byron', 10, 'caller'],
      [`${first + 600}.10`, '+12125550100', '', '301', 0, ''],
    ])
    const again = await client.import(source, contents.legs)
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  it('adds what it says to calls that a file has told of whole, and more when it has grown', async () => {
    const source = await client.source()
    await client.import(source, contents.legs)
    const [before] = await client.calls(source)
    const lines = queueLog.split('\n')
    const added = ['What the file says was added to 1 call that was known.']
    for (const file of [`${lines.slice(0, 2).join('\n')}\n`, queueLog, queueLog]) {
      const ended = await client.import(source, file, { name: 'queue_log' })
      expect(ended).toMatchObject({ created: 0, updated: 0, rejected: 0 })
      expect(ended.warnings).toEqual(expect.arrayContaining(added))
    }
    await client.portal.runtime.callAssembler.settled()
    expect(await factsOf(source)).toEqual([
      [callId, '+12125550100', 'sales', 'Ada Byron', 10, 'caller'],
      [`${first + 600}.10`, '+12125550100', '', '301', 0, ''],
    ])
    const [after] = await client.calls(source)
    const kept = [
      'status',
      'started_at',
      'answered_at',
      'ended_at',
      'duration',
      'talk_duration',
      'target_number',
    ]
    expect(kept.map((name) => after?.[name])).toEqual(kept.map((name) => before?.[name]))
  })

  it('is of use alone, and says how it is joined with others', async () => {
    const source = await client.source()
    const ended = await client.import(source, queueLog, { name: 'queue_log' })
    expect(ended).toMatchObject({ state: 'done', created: 1, rejected: 0 })
    expect(ended.warnings).toEqual([expect.stringContaining('turn on “Queue log”')])
    expect(await factsOf(source)).toEqual([[callId, 'sales', 'sales', 'Ada Byron', 10, 'caller']])
  })
})

describe('a line that cannot be read', () => {
  it('becomes a call when somebody writes it as one, and nothing of it is left', async () => {
    const source = await client.source()
    const broken = asteriskLine({ call: 1 }).replaceAll('2026-03-02', '2026-02-31')
    expect(await client.import(source, asteriskLine({ call: 0 }) + broken)).toMatchObject({
      created: 1,
      rejected: 1,
      rejections: [
        { description: 'One of start, answer and end is not a time such as 2026-03-10 09:00:00.' },
      ],
    })
    const rowsOf = async ({ customerId }: MadeSource) =>
      pageOf(QuarantinedRow).parse(
        expectOk(await client.ask('POST', '/api/quarantine/search', { customerId })),
      ).items
    const [row] = await rowsOf(source)
    const { sourceSystem } = row ?? {}
    const call = {
      externalCallId: `${first + 600}.10`,
      sourceSystem,
      direction: 'inbound',
      trackingNumber: '+12125550100',
      callerNumber: '+14155550123',
      startedAt: '2026-03-02T15:10:00Z',
      duration: 60,
    }
    expectOk(await client.ask('PUT', `/api/quarantine/${row?.id}`, { raw: JSON.stringify(call) }))
    const retried = await client.ask('POST', '/api/quarantine/retry', { filter: { sourceSystem } })
    expect(expectOk(retried)).toMatchObject({ retried: 1, created: 1 })
    expect(await rowsOf(source)).toEqual([])
    expect(await client.calls(source)).toHaveLength(2)
    // The file as it should have been brings what it knows besides.
    const mended = asteriskFile(2)
    expect(await client.import(source, mended)).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    expect(await client.calls(source)).toHaveLength(2)
  })
})

describe('the folder of recordings of a source', () => {
  const sound = new URL('../../../test/fixtures/audio/tones.wav', import.meta.url)

  it('has the sounds of the calls of its imports, by their ids', async () => {
    const folder = join(root, 'monitor')
    await mkdir(join(folder, '2026'), { recursive: true })
    await copyFile(sound, join(folder, '2026', `in-2125550100-${callId}.wav`))
    const source = await client.source({ settings: { recordingsFolder: folder } })
    const { warnings } = await client.import(source, asteriskLine({ call: 0 }))
    expect(warnings).toEqual(['1 recording found beside it: 1 kept, 0 rejected, 0 of no call of the file.'])
  })

  it('is not read unless the operator allows it', async () => {
    const source = await client.source({ settings: { recordingsFolder: tmpdir() } })
    const { state, warnings } = await client.import(source, asteriskLine({ call: 0 }))
    expect({ state, warnings }).toEqual({
      state: 'done',
      warnings: [expect.stringContaining('IMPORT_FOLDERS')],
    })
  })
})
