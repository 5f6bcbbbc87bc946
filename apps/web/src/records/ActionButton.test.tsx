import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { show } from '../../test/show.tsx'

it('shows what is so now also where the action was refused, as somebody else may have changed it', async () => {
  let state = 'Running'
  function Page() {
    const { data } = useQuery({ queryKey: ['alert'], queryFn: () => Promise.resolve(state) })
    const refused = () => {
      state = 'Paused by Ben'
      return Promise.reject(new Error('It is paused already.'))
    }
    return (
      <>
        <output>{data}</output>
        <ActionButton action={refused} changes={['alert']}>
          Pause
        </ActionButton>
      </>
    )
  }
  show(<Page />)
  await screen.findByText('Running')
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('It is paused already.')).toBeTruthy()
  expect(await screen.findByText('Paused by Ben')).toBeTruthy()
})

it('can be pressed again once it says something else, while the rest of the page still loads', async () => {
  let isPaused = false
  let loads = 0
  function Page() {
    const { data: verb } = useQuery({
      queryKey: ['alert'],
      queryFn: () => Promise.resolve(isPaused ? 'Resume' : 'Pause'),
    })
    // Loaded at first, and then never again.
    useQuery({
      queryKey: ['overview'],
      queryFn: () => (loads++ === 0 ? Promise.resolve(null) : new Promise<null>(() => {})),
    })
    const action = () => {
      isPaused = !isPaused
      return Promise.resolve()
    }
    return (
      <ActionButton action={action} changes={['alert']}>
        {verb ?? 'Loading'}
      </ActionButton>
    )
  }
  show(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: /Pause/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Resume/ }))
  expect(await screen.findByRole('button', { name: /Pause/ })).toBeTruthy()
})
