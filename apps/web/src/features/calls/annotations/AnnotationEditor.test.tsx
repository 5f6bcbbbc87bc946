import type { Annotation } from '@callboard/contract/annotations'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AnnotationEditor } from '#web/features/calls/annotations/AnnotationEditor.tsx'
import { answerCalls } from '../../../../test/answers.ts'
import { show } from '../../../../test/show.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const source = { tags: ['a'], note: null, leadStatus: 'Won', score: null, value: null, currency: null }
const annotation: Annotation = { id, ...source, source, setFields: [], revision: 0, history: [] }
const save = `PUT /api/calls/${id}/annotation`

function showEditor(shown: Partial<Annotation> = {}) {
  const sent = answerCalls({
    [save]: { body: { ...annotation, revision: 1, setFields: ['leadStatus'], change: 1 } },
    'GET /api/calls/annotations/leadStatus/values': { body: { items: ['Won', 'Lost'] } },
    'GET /api/calls/annotations/tags/values': { body: { items: [] } },
  })
  show(<AnnotationEditor annotation={{ ...annotation, ...shown }} />)
  return () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
}

it('sends nothing for a field that was only passed through', async () => {
  const saved = showEditor()
  await userEvent.click(screen.getByRole('combobox', { name: 'Lead status' }))
  for (let at = 0; at < 5; at++) await userEvent.tab()
  expect(saved()).toEqual([])
})

it('sends nothing for a field that says again what it said', async () => {
  const saved = showEditor({ note: 'Wants a quote' })
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), '!{Backspace}')
  await userEvent.tab()
  expect(saved()).toEqual([])
})

it('keeps what the source says when somebody asks for it, and that field alone', async () => {
  const saved = showEditor()
  await userEvent.click(screen.getByRole('button', { name: 'Lead status: keep this value' }))
  expect(await screen.findByText('Lead status kept.')).toBeTruthy()
  expect(saved()).toEqual([{ leadStatus: 'Won' }])
})

it('does not replace what somebody else has said meanwhile, before one has seen it', async () => {
  showEditor()
  const conflict = [
    { code: 'revisionConflict', description: 'ada changed it to Lost meanwhile.', field: 'leadStatus' },
  ]
  const sent = answerCalls({
    [save]: { status: 409, body: conflict },
    [`GET /api/calls/${id}/annotation`]: { body: { ...annotation, leadStatus: 'Lost', revision: 1 } },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Lead status: keep this value' }))
  expect(await screen.findByText(/ada changed it to Lost meanwhile/)).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

it('takes the lead status in use that begins with what is typed by Enter', async () => {
  const saved = showEditor({ leadStatus: null })
  const input = screen.getByRole('combobox', { name: 'Lead status' })
  await userEvent.type(input, 'LO')
  expect(await screen.findByTitle('Lost')).toBeTruthy()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Lead status saved.')).toBeTruthy()
  expect(saved()).toEqual([{ leadStatus: 'Lost' }])
})

it('takes a new lead status where it is left', async () => {
  const saved = showEditor({ leadStatus: null })
  await userEvent.type(screen.getByRole('combobox', { name: 'Lead status' }), 'lo')
  expect(await screen.findByTitle('Lost')).toBeTruthy()
  await userEvent.tab()
  expect(await screen.findByText('Lead status saved.')).toBeTruthy()
  expect(saved()).toEqual([{ leadStatus: 'lo' }])
})

it('keeps what the source says when somebody chooses the same', async () => {
  const saved = showEditor()
  await userEvent.type(screen.getByRole('combobox', { name: 'Lead status' }), '{Backspace}')
  const [option] = await screen.findAllByTitle('Won')
  if (option === undefined) throw new Error('nothing is offered')
  await userEvent.click(option)
  expect(await screen.findByText('Lead status saved.')).toBeTruthy()
  expect(saved()).toEqual([{ leadStatus: 'Won' }])
})

it('offers to keep what follows the source and has a value, and to reset what a person has set', () => {
  showEditor({ setFields: ['tags'] })
  const names = screen
    .getAllByRole('button', { name: /: / })
    .map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Tags: reset to the value of the source', 'Lead status: keep this value'])
})
