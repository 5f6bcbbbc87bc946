import { type ChainCheck, checkChain } from '@callboard/contract/change-tracking'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ChainCheckButton } from '#web/records/changes/ChainCheckButton.tsx'
import { answerCalls, errorAnswer } from '../../../test/answers.ts'
import { press, show } from '../../../test/show.tsx'

const whole: ChainCheck = { isWhole: true, checked: 4712, waiting: 0, errors: [], head: 'ab12' }
const asked = `${checkChain.method} ${checkChain.path}`

it('says that all records are intact, how many they are, and what to store to prove it later', async () => {
  answerCalls({ [asked]: { body: whole } })
  show(<ChainCheckButton />)
  await press('Check the chain')
  const dialog = within(await screen.findByRole('dialog', { name: 'All change records are intact' }))
  expect(dialog.getByText(/^4,712 records were checked/)).toBeTruthy()
  expect(dialog.getByText('ab12')).toBeTruthy()
})

it('names each record that was altered, with what happened to it', async () => {
  const none = { position: null, changeId: null, tableType: null, recordName: null }
  const errors: ChainCheck['errors'] = [
    { ...none, kind: 'changed', position: 1200, tableType: 'role', recordName: 'Analyst' },
    { ...none, kind: 'cut', position: 4000 },
    { ...none, kind: 'notSealed' },
  ]
  answerCalls({ [asked]: { body: { ...whole, isWhole: false, errors } } })
  show(<ChainCheckButton />)
  await press('Check the chain')
  const dialog = within(await screen.findByRole('dialog', { name: 'The change records were altered' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Record 1,200 (Role Analyst) was changed after it was written.',
    'Record 4,000 and all later records are missing.',
    'A record was not written by the portal, or its seal is missing.',
  ])
})

it('says nothing of the records where they could not be checked', async () => {
  answerCalls({ [asked]: errorAnswer('internal', 'The portal failed.', 500) })
  show(<ChainCheckButton />)
  await press('Check the chain')
  expect(await screen.findByText(/The portal failed/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
