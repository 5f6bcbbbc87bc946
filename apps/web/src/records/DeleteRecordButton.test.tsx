import { QueryClient, useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { showRoutes } from '../../test/show.tsx'

let isDeleted = false

/** Fresh for a minute, unless somebody says that it has changed. */
function List() {
  const roles = useQuery({
    queryKey: ['role'],
    queryFn: () => Promise.resolve(isDeleted ? 'without Analyst' : 'with Analyst'),
    staleTime: 60_000,
  })
  return <>The list {roles.data}</>
}

function showButton(undo?: () => Promise<void>) {
  isDeleted = false
  const button = (
    <DeleteRecordButton
      changes={['role']}
      name="Analyst"
      explanation="It is gone."
      action={() => {
        isDeleted = true
        return Promise.resolve()
      }}
      {...(undo && { undo })}
    />
  )
  const client = new QueryClient()
  client.setQueryData(['role'], 'with Analyst')
  showRoutes(
    [
      { path: '/roles', element: <List /> },
      { path: '/roles/1', element: button },
    ],
    { address: '/roles/1', client },
  )
}

async function confirm() {
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const [, okButton] = await screen.findAllByRole('button', { name: 'Delete' })
  if (okButton === undefined) throw new Error('nothing asks')
  await userEvent.click(okButton)
  expect(await screen.findByText(/^The list/)).toBeTruthy()
}

async function clickUndo() {
  // Ant Design's rule that makes a message clickable is one that jsdom does not resolve.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
}

it('goes back to a list that has it no more', async () => {
  showButton()
  await confirm()
  expect(await screen.findByText('The list without Analyst')).toBeTruthy()
})

it('deletes after a question, and offers to undo it on the page of the list', async () => {
  const undo = vi.fn<() => Promise<void>>(() => {
    isDeleted = false
    return Promise.resolve()
  })
  showButton(undo)
  await confirm()
  await clickUndo()
  expect(await screen.findByText('Undone.')).toBeTruthy()
  expect(undo).toHaveBeenCalledOnce()
  expect(await screen.findByText('The list with Analyst')).toBeTruthy()
})

it('says so when it cannot be undone', async () => {
  showButton(() => Promise.reject(new Error('The name Analyst is taken.')))
  await confirm()
  await clickUndo()
  expect(await screen.findByText('The name Analyst is taken.')).toBeTruthy()
})
