import { type CallValues, listAnnotations, updateAnnotations } from '@callboard/contract/annotations'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EditCallsModal } from '#web/features/calls/annotations/EditCallsModal.tsx'
import { answerCalls, changesOf, errorAnswer } from '../../../../test/answers.ts'
import { findButton, show } from '../../../../test/show.tsx'

const none = { tags: [], note: null, leadStatus: null, score: null, value: null, currency: null }
const idOf = (at: number) => `01990000-0000-7000-8000-00000000000${at}`

/** The form for these calls, and what its fields say under them. */
function open(values: readonly Partial<CallValues>[], isRefused = false) {
  const items = values.map((call, at) => ({ ...none, id: idOf(at), ...call }))
  const sent = answerCalls({
    [`POST ${listAnnotations.path}`]: isRefused
      ? errorAnswer('unavailable', 'Try again.', 503)
      : { body: { items } },
    [`PUT ${updateAnnotations.path}`]: { body: { changed: 1, unchanged: 0, change: 1 } },
    'GET /api/calls/annotations/tags/values': { body: { items: [] } },
    'GET /api/calls/annotations/leadStatus/values': { body: { items: [] } },
  })
  show(<EditCallsModal ids={items.map(({ id }) => id)} onEdited={() => {}} onClose={() => {}} />)
  return sent
}

const field = (name: string | RegExp) => screen.findByLabelText(name)

async function hint(name: string | RegExp): Promise<string> {
  const ids = ((await field(name)).getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '').join('')
}

const expectHint = (name: string | RegExp, text: string) =>
  waitFor(async () => expect(await hint(name)).toBe(text))

const enter = async (name: string | RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } })

it('each field says what the selected calls have now', async () => {
  open([
    { leadStatus: 'Good lead', tags: ['vip', 'new'], score: 80, value: '20', currency: 'USD', note: 'a' },
    { leadStatus: 'Good lead', tags: ['vip'], score: 80, note: 'b' },
    { tags: [], score: 80 },
  ])
  await expectHint('Lead status', 'Mixed: Good lead on 2, none on 1')
  await expectHint('Score', 'All 3: 80')
  await expectHint(/^Value per call/, 'Mixed: $20.00 on 1, none on 2')
  await expectHint('Note', 'Mixed: a note on 2, none on 1')
  await expectHint('Add tags', 'Now: vip on 2, new on 1, none on 1')
})

it('of many values the most frequent are named', async () => {
  open(['a', 'b', 'b', 'c', 'd', 'd', 'd'].map((leadStatus) => ({ leadStatus, note: leadStatus })))
  await expectHint('Lead status', 'Mixed: d on 3, b on 2, 2 more values on 2')
  await expectHint('Note', 'All 7 have a note')
})

it('scores, and amounts of one currency, are told from the least to the greatest', async () => {
  const amounts = [
    ['20', 'USD'],
    ['100', 'USD'],
    ['9', 'USD'],
  ] as const
  open([...amounts.map(([value, currency], at) => ({ value, currency, score: 90 - at })), {}])
  await expectHint('Score', 'Mixed: 88 to 90 on 3, none on 1')
  await expectHint(/^Value per call/, 'Mixed: $9.00 to $100.00 on 3, none on 1')
  await enter(/^Value per call/, '20.00')
  await expectHint(/^Value per call/, 'Replaces $9.00 to $100.00 on 2 calls')
})

it('amounts of several currencies are told one by one', async () => {
  open([
    { value: '20', currency: 'USD' },
    { value: '100', currency: 'EUR' },
  ])
  await expectHint(/^Value per call/, 'Mixed: $20.00 on 1, €100.00 on 1')
})

it('a single call says what it has, and what has nothing says so', async () => {
  open([{ leadStatus: 'Open', tags: ['vip'] }])
  await expectHint('Lead status', 'Now: Open')
  await expectHint('Score', 'Now: none')
  await expectHint('Add tags', 'Now: vip')
})

it('what is entered says which values it replaces, and on how many calls', async () => {
  open([
    { leadStatus: 'Good lead', value: '20', score: 5 },
    { leadStatus: 'Good lead', score: 5, note: 'a' },
    { leadStatus: 'Sold', score: 5 },
    {},
  ])
  await expectHint('Lead status', 'Mixed: Good lead on 2, Sold on 1, none on 1')
  await enter('Lead status', 'Sold')
  await expectHint('Lead status', 'Replaces Good lead on 2 calls')
  await enter('Lead status', 'Open')
  await expectHint('Lead status', 'Replaces Good lead on 2, Sold on 1')
  await enter('Score', '5')
  await expectHint('Score', 'Replaces nothing')
  await enter(/^Value per call/, '21')
  await expectHint(/^Value per call/, 'Replaces 20 on 1 call')
  await enter('Note', 'b')
  await expectHint('Note', 'Replaces the note on 1 call')
  await enter('Lead status', '')
  await expectHint('Lead status', 'Mixed: Good lead on 2, Sold on 1, none on 1')
})

it('tags say to how many calls they are added, and that the others stay', async () => {
  open([{ tags: ['vip'] }, { tags: ['new'] }, {}])
  await expectHint('Add tags', 'Now: new on 1, vip on 1, none on 1')
  await enter('Add tags', 'vip,')
  await expectHint('Add tags', 'Added to 2 of 3 calls; other tags stay')
  await enter('Remove tags', 'new,')
  await expectHint('Remove tags', 'Removed from 1 of 3 calls; other tags stay')
})

it('a field that is left alone is not sent', async () => {
  const sent = open([{ leadStatus: 'Good lead', note: 'a', score: 5, value: '20', tags: ['vip'] }])
  await expectHint('Lead status', 'Now: Good lead')
  await enter('Note', 'b')
  fireEvent.click(await findButton('Edit 1 call'))
  const edits = () => changesOf(sent).filter(({ method }) => method === 'PUT')
  await waitFor(() => expect(edits()).toHaveLength(1))
  expect(edits()[0]?.body).toEqual({ ids: [idOf(0)], note: 'b' })
})

it('nothing is said of calls that could not be read', async () => {
  const sent = open([{ leadStatus: 'Open' }], true)
  await waitFor(() => expect(sent.some(({ path }) => path === listAnnotations.path)).toBe(true))
  await expectHint('Lead status', '')
  await enter('Lead status', 'Sold')
  await expectHint('Lead status', '')
  expect(await findButton('Edit 1 call')).toBeTruthy()
})
