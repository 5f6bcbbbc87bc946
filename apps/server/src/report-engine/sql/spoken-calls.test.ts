import { Export } from '@callboard/contract/exports'
import { SearchItem } from '@callboard/contract/search'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callId } from '#server/db/call-id.ts'
import { csvRows } from '#test/csv-rows.ts'
import { expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { GatedFiles } from '#test/gated-files.ts'
import { insertRecordingRow, updateRecordingRow } from '#test/recording-rows.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal
let files: GatedFiles
let customerId: string
const tokens: Record<'admin' | 'hears' | 'reads' | 'other' | 'figures', string> = {
  admin: '',
  hears: '',
  reads: '',
  other: '',
  figures: '',
}
const ids: Record<string, string> = {}

const card = '4111 1111 1111 1111'
const said = {
  refund: 'I’d like a refund for my credit-card payment, please',
  card: `my card is ${card} and it expires oh nine twenty nine`,
  pending: 'a refund that nobody has examined',
  unchecked: 'a refund whose speech was not checked',
  other: 'a refund of another customer',
}

beforeAll(async () => {
  test = await openPortal({ wrapFiles: (folder) => (files = new GatedFiles(folder)) })
  const { id } = await test.make.customer()
  customerId = id
  const { id: otherId } = await test.make.customer()
  const claims = ['reporting.call.details', 'reporting.view', 'dashboard.view'] as const
  tokens.admin = (await test.make.user({ isAdmin: true })).token
  tokens.reads = (await test.make.user({ customerId, claims })).token
  tokens.hears = (await test.make.user({ customerId, claims: [...claims, 'recording.unredacted'] })).token
  tokens.other = (await test.make.user({ customerId: otherId, claims })).token
  tokens.figures = (await test.make.user({ customerId, claims: ['dashboard.view'] })).token
  for (const [owner, names] of [
    [customerId, ['refund', 'card', 'pending', 'unchecked', 'silent']],
    [otherId, ['other']],
  ] as const) {
    const calls = names.map((name, at) =>
      buildCall({ externalCallId: name, startedAt: `2026-03-1${at}T15:00:00.000Z`, source: name }),
    )
    await test.sendCalls(await test.make.apiKey(owner), calls)
    for (const [at, name] of names.entries()) {
      if (name === 'silent') continue
      ids[name] = await insertRecordingRow(test.runtime.db, {
        callId: callId(owner, 'api', name),
        customerId: owner,
        callStartedAt: `2026-03-1${at}T15:00:00.000Z`,
        redactionStatus: name === 'pending' ? 'pending' : name === 'card' ? 'redacted' : 'clean',
        isSpeechChecked: name !== 'unchecked',
        said: said[name],
        masked: said[name].replaceAll(/\d|oh nine twenty nine/g, '•'),
        duration: name === 'card' ? 90 : 20,
      })
    }
  }
  await test.runtime.ingest.recordingsSettled()
})

const period = { from: '2026-03-01', to: '2026-04-01' }
const spoken = (...texts: string[]) =>
  texts.map((text) => ({ field: 'transcript', op: 'contains', values: [text] }))

const Listed = z.object({ items: z.array(z.object({ source: z.string().nullish() })) })

async function listed(token: string, filters: object[]): Promise<string[]> {
  const body = { ...period, filters, columns: ['source'], desc: false }
  const answer = await test.ask({ path: '/api/reporting/calldetails', body, token })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return Listed.parse(answer.json()).items.map(({ source }) => source ?? '')
}

const found = async (who: keyof typeof tokens, ...texts: string[]) =>
  await listed(tokens[who], spoken(...texts))

describe('calls by the words of their recordings', () => {
  it('are found by words, by phrases, and by how words begin, in any case and whatever signs divide them', async () => {
    expect(await found('hears', 'REFUND')).toEqual(['refund', 'pending', 'unchecked'])
    expect(await found('hears', 'refund nobody')).toEqual(['pending'])
    expect(await found('hears', 'refund', 'nobody')).toEqual(['pending'])
    expect(await found('hears', '"credit card payment"')).toEqual(['refund'])
    expect(await found('hears', '"card credit"')).toEqual([])
    expect(await found('hears', 'pay')).toEqual([])
    expect(await found('hears', 'pay*')).toEqual(['refund'])
    expect(await found('hears', "I'd like")).toEqual(['refund'])
    expect(await found('hears', `"my card is" '|!(&:<-> refund`)).toEqual([])
  })

  it('are found in what one may read: others find in masked transcripts that were checked', async () => {
    expect(await found('reads', 'refund')).toEqual(['refund'])
    expect(await found('reads', '"my card is"')).toEqual(['card'])
    expect(await found('hears', '4111')).toEqual(['card'])
    expect(await found('other', 'refund')).toEqual(['other'])
    await updateRecordingRow(test.runtime.db, ids['refund'] ?? '', 'pending')
    expect(await found('reads', 'refund')).toEqual([])
    await updateRecordingRow(test.runtime.db, ids['refund'] ?? '', 'clean')
    expect(await found('reads', 'refund')).toEqual(['refund'])
  })

  it('are the same in files, in reports and in the list behind a figure', async () => {
    const filters = spoken('refund')
    const file = await test.ask({
      path: '/api/reporting/calldetails',
      body: { ...period, filters, columns: ['source'] },
      token: tokens.reads,
      headers: { accept: 'text/csv' },
    })
    expect(
      csvRows(file.text)
        .slice(1)
        .map(([source]) => source),
    ).toEqual(['refund'])
    const definition = {
      dimensions: [{ field: 'hasRecording' }],
      measures: ['calls', 'recorded', 'calls:change'],
      compare: 'previousPeriod',
      filters,
    }
    const body = { definition, parameters: { dateRange: period } }
    const report = await test.ask({ path: '/api/reporting/runreport', body, token: tokens.admin })
    expect(report.json()).toMatchObject({
      rows: [[true, 4, 4, null]],
      meta: { filters: [{ field: 'transcript', values: ['refund'] }] },
    })
  })

  it('need the right to call details, and words', async () => {
    const ask = async (token: string, filters: object[]) =>
      (await test.ask({ path: '/api/reporting/calldetails', body: { ...period, filters }, token })).status
    expect(await ask(tokens.figures, spoken('refund'))).toBe(403)
    expect(await ask(tokens.reads, spoken('—'))).toBe(400)
    expect(await ask(tokens.reads, [{ field: 'transcript', op: 'eq', values: ['refund'] }])).toBe(400)
    expect(await ask(tokens.reads, [{ field: 'transcript', op: 'contains', values: [7] }])).toBe(400)
    expect(await ask(tokens.reads, [{ field: 'transcript', op: 'contains', values: ['a', 'b'] }])).toBe(400)
    const column = { definition: { columns: ['transcript'] }, parameters: {} }
    expect(
      (await test.ask({ path: '/api/reporting/runreport', body: column, token: tokens.admin })).status,
    ).toBe(400)
  })
})

describe('calls by their recordings', () => {
  it('are filtered by whether there is one, how far it was examined, and how long it is', async () => {
    const by = async (field: string, op: string, ...values: unknown[]) =>
      await listed(tokens.reads, [{ field, op, values }])
    expect(await by('hasRecording', 'eq', false)).toEqual(['silent'])
    expect(await by('redactionStatus', 'in', 'redacted', 'pending')).toEqual(['card', 'pending'])
    expect(await by('redactionStatus', 'isNull')).toEqual(['silent'])
    expect(await by('recordingDuration', 'ge', 60)).toEqual(['card'])
  })
})

describe('the digits of a card', () => {
  const digits = [card, '4111', '411*', '"4111 1111"', '1111', 'oh nine', '"twenty nine"', 'twent*']

  it.each(digits)(
    'are found by nobody without the right, in no list, file, report, search or error: %s',
    async (text) => {
      for (const token of [tokens.reads, tokens.other, tokens.figures]) {
        const bodies = [
          { path: '/api/reporting/calldetails', body: { ...period, filters: spoken(text), withTotal: true } },
          { path: '/api/reporting/calldetails', body: { ...period, keyword: text, withTotal: true } },
          { path: '/api/reporting/callers', body: { ...period, filters: spoken(text) } },
        ]
        for (const asked of bodies) {
          for (const accept of ['application/json', 'text/csv']) {
            const answer = await test.ask({ ...asked, token, headers: { accept } })
            expect(answer.text).not.toMatch(/\bcard\b|2125550147|212\) 555-0147/)
          }
        }
        const search = await test.ask({ path: `/api/search?keyword=${encodeURIComponent(text)}`, token })
        expect(search.status).toBe(403)
      }
      expect(await found('reads', text)).toEqual([])
      expect(await found('hears', text)).toEqual(['card'])
    },
  )
})

it('a file of calls that words of originals found is gone once its owner may not read those any more', async () => {
  const user = await test.make.user({ customerId })
  await test.make.role(user.id, ['reporting.view', 'reporting.call.details'])
  const hears = await test.make.role(user.id, ['recording.unredacted'])
  const reportId = await test.make.report({
    definition: {
      measures: ['calls'],
      dimensions: [{ field: 'source' }],
      filters: [{ field: 'transcript', op: 'contains', values: ['4111'] }],
    },
  })
  await test.make.group({ userIds: [user.id], setIds: [await test.make.reportSet([reportId])] })
  const path = '/api/reporting/exports'
  const { token } = user
  const ask = async (tail: string) => await test.ask({ path: `${path}/${tail}`, token })
  const written = async (rows: object) => {
    const answer = await test.ask({ path, body: { format: 'csv', rows }, token })
    const { id } = Export.parse(answer.json())
    await expect.poll(async () => Export.parse((await ask(id)).json()).state).toBe('ready')
    return id
  }
  const byWords = await written({ calls: { ...period, filters: spoken('4111') } })
  const figures = await written({ report: { reportId, parameters: { dateRange: period } } })
  const others = await written({ calls: period })
  expect((await ask(`${byWords}/file`)).text).toContain('card')
  await test.make.changeRole(hears, { is_active: false })
  for (const id of [byWords, figures]) expectError(await ask(`${id}/file`), 410, 'exportGone')
  expect((await ask(`${others}/file`)).status).toBe(200)
})

it('nor is one left that was being written when its owner lost that right', async () => {
  files.hold()
  const user = await test.make.user({ customerId, claims: ['reporting.call.details'] })
  const hears = await test.make.role(user.id, ['recording.unredacted'])
  const path = '/api/reporting/exports'
  const { token } = user
  const body = { format: 'csv', rows: { calls: { ...period, filters: spoken('4111') } } }
  const { id } = Export.parse((await test.ask({ path, body, token })).json())
  const onDisk = async () => (await files.list()).filter((key) => key.startsWith(id))
  await expect.poll(onDisk).toHaveLength(1)
  await test.make.changeRole(hears, { is_active: false })
  files.release()
  const read = async () => Export.parse((await test.ask({ path: `${path}/${id}`, token })).json())
  await expect.poll(async () => (await read()).state).toBe('failed')
  expect((await read()).error).toMatch(/^Your access to calls has changed/)
  await expect.poll(onDisk).toEqual([])
  expectError(await test.ask({ path: `${path}/${id}/file`, token }), 410, 'exportGone')
})

const Groups = z.object({
  groups: z.array(
    z.object({
      type: z.string(),
      total: z.int(),
      items: z.array(SearchItem),
      lists: z.array(z.object({ url: z.string() })).optional(),
    }),
  ),
})

async function searched(keyword: string, token = tokens.admin) {
  const answer = await test.ask({ path: `/api/search?keyword=${encodeURIComponent(keyword)}`, token })
  return Groups.parse(answer.json()).groups.find(({ type }) => type === 'recordings')
}

describe('the search of administrators', () => {
  it('finds recordings by what was said, while the last word is still typed', async () => {
    expect(await searched('nobody has exam')).toMatchObject({
      total: 1,
      items: [{ id: ids['pending'], url: `/call-recording/${ids['pending']}` }],
    })
    expect(await searched('ref')).toMatchObject({ total: 4 })
    expect(await searched('nobody says this')).toBeUndefined()
  })

  it('shows what was said around the words, marked, and when the call began in the searcher’s time zone', async () => {
    const [item] = (await searched('payment plea'))?.items ?? []
    expect(item).toMatchObject({ startedAt: '2026-03-10T15:00:00.000Z', title: 'Mar 10, 2026, 11:00:00' })
    expect(item?.excerpt).toEqual([
      { text: '… a refund for my credit-card ', isMatch: false },
      { text: 'payment, please', isMatch: true },
    ])
    const [quoted] = (await searched('"credit card"'))?.items ?? []
    expect(quoted?.excerpt?.filter(({ isMatch }) => isMatch)).toEqual([
      { text: 'credit-card', isMatch: true },
    ])
  })

  it('shows nothing that is redacted, and nothing of what nobody has examined or looked through', async () => {
    const [item] = (await searched('4111'))?.items ?? []
    expect(item).toMatchObject({ id: ids['card'] })
    expect(item?.excerpt).toBeUndefined()
    expect(item?.subtitle).toMatch(/only in the original transcript$/)
    const [beside] = (await searched('expires'))?.items ?? []
    expect(beside?.excerpt?.map(({ text }) => text).join('')).toMatch(/^my card is[ •]+and it expires/)
    for (const words of ['nobody has examined', 'speech was not checked']) {
      const [unexamined] = (await searched(words))?.items ?? []
      expect(unexamined?.excerpt).toBeUndefined()
      expect(unexamined?.subtitle).toMatch(/no redacted transcript$/)
    }
  })
})
