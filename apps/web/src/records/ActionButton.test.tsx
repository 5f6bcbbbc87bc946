import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { expect, it } from 'vitest'
import { ActionButton } from '#web/records/ActionButton.tsx'

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
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <Page />
      </App>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /Pause/ }))
  await userEvent.click(await screen.findByRole('button', { name: /Resume/ }))
  expect(await screen.findByRole('button', { name: /Pause/ })).toBeTruthy()
})
