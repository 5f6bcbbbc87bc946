import { updateAnnotations } from '@callboard/contract/annotations'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EditCallsModal } from '#web/features/calls/annotations/EditCallsModal.tsx'
import { answerCalls, changesOf, type Sent } from '../../../../test/answers.ts'
import { findButton, show } from '../../../../test/show.tsx'

const ids = ['01990000-0000-7000-8000-000000000001']

const editsOf = (sent: readonly Sent[]) => changesOf(sent).filter(({ method }) => method === 'PUT')

async function open() {
  const sent = answerCalls({
    [`PUT ${updateAnnotations.path}`]: { body: { changed: 1, unchanged: 0, change: 1 } },
    'GET /api/calls/annotations/tags/values': { body: { items: ['known'] } },
    'GET /api/calls/annotations/leadStatus/values': { body: { items: [] } },
  })
  show(<EditCallsModal ids={ids} onEdited={() => {}} onClose={() => {}} />)
  const input = await screen.findByRole('combobox', { name: 'Add tags' })
  const type = (value: string) => {
    fireEvent.focus(input)
    fireEvent.change(input, { target: { value } })
  }
  /** A click whose press lasts no time: nothing happens between what was typed and the click. */
  const clickImmediately = async () => {
    const button = await findButton('Edit 1 call')
    fireEvent.mouseDown(button)
    fireEvent.blur(input)
    fireEvent.mouseUp(button)
    fireEvent.click(button)
  }
  const edits = async () => {
    await waitFor(() => expect(editsOf(sent)).toHaveLength(1))
    return editsOf(sent)[0]?.body
  }
  return { input, type, clickImmediately, edits }
}

it.each([
  ['alone', {}],
  ['beside a value', { value: '120' }],
] as const)('keeps a tag that is being typed when the button is clicked at once: %s', async (_, others) => {
  const { type, clickImmediately, edits } = await open()
  if ('value' in others) {
    fireEvent.change(await screen.findByRole('textbox', { name: /Value per call/ }), {
      target: { value: others.value },
    })
  }
  type('vip')
  await clickImmediately()
  expect(await edits()).toEqual({ ids, addTags: ['vip'], ...others })
})

it('takes the tag in use that begins with what is typed by Enter, and what is typed itself by a comma or a click', async () => {
  const { input, type, clickImmediately, edits } = await open()
  type('KNO')
  expect(await screen.findByTitle('known')).toBeTruthy()
  fireEvent.keyDown(input, { key: 'Enter', which: 13, keyCode: 13 })
  type('kno,')
  type('know')
  fireEvent.click(await screen.findByTitle('Add “know”'))
  await clickImmediately()
  expect(await edits()).toEqual({ ids, addTags: ['known', 'kno', 'know'] })
})

it('takes no tag by Enter where nothing is typed', async () => {
  const { input, type, clickImmediately, edits } = await open()
  type('kn')
  expect(await screen.findByTitle('known')).toBeTruthy()
  type('')
  fireEvent.keyDown(input, { key: 'Enter', which: 13, keyCode: 13 })
  type('last')
  await clickImmediately()
  expect(await edits()).toEqual({ ids, addTags: ['last'] })
})

it('takes tags by Enter, by a comma and by a click on one that is known', async () => {
  const { input, type, clickImmediately, edits } = await open()
  type('one')
  fireEvent.keyDown(input, { key: 'Enter', which: 13, keyCode: 13 })
  type('two,')
  type('kn')
  fireEvent.click(await screen.findByTitle('known'))
  type('last')
  await clickImmediately()
  expect(await edits()).toEqual({ ids, addTags: ['one', 'two', 'known', 'last'] })
})
