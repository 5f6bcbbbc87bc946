import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { useUrlState } from '#web/lib/urls/url-state.ts'

const Search = z.object({ a: z.string().optional(), b: z.string().optional() })

function Page() {
  const period = useUrlState(Search)
  const list = useUrlState(Search)
  const both = (history: 'push' | 'replace') => {
    period.write({ a: '1' }, 'push')
    list.write({ b: undefined }, history)
  }
  return (
    <>
      <button onClick={() => both('replace')}>Both</button>
      <button onClick={() => both('push')}>Both pushed</button>
      <button onClick={() => list.write({ a: '2' }, 'replace')}>One</button>
    </>
  )
}

it.each(['Both', 'Both pushed'])(
  'two writes in one moment both reach the address, as one step back: %s',
  async (button) => {
    const router = createMemoryRouter([{ path: '/list', element: <Page /> }], {
      initialEntries: ['/list?b=first', '/list?b=0'],
    })
    const search = () => router.state.location.search
    const back = async () => act(async () => await router.navigate(-1))
    render(<RouterProvider router={router} />)
    await userEvent.click(screen.getByText(button))
    expect(search()).toBe('?a=1')
    await back()
    expect(search()).toBe('?b=0')
    await userEvent.click(screen.getByText('One'))
    expect(search()).toBe('?b=0&a=2')
    await back()
    expect(search()).toBe('?b=first')
  },
)
