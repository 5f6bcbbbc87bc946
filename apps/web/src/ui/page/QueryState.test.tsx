import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { show } from '../../../test/show.tsx'

function Names({ load, onCreate }: { load: () => Promise<string[]>; onCreate?: () => void }) {
  const query = useQuery({ queryKey: ['names'], queryFn: load })
  return (
    <QueryState
      query={query}
      isEmpty={(names) => names.length === 0}
      emptyReason="Nobody was added yet."
      wayOn={{ label: 'Go to all names', path: '/names' }}
      {...(onCreate && { onCreate })}
    >
      {(names) => <p>{names.join(', ')}</p>}
    </QueryState>
  )
}

function showNames(load: () => Promise<string[]>, onCreate?: () => void) {
  show(<Names load={load} {...(onCreate && { onCreate })} />)
}

it('shows that it loads, then the data', async () => {
  showNames(() => Promise.resolve(['Ada', 'Grace']))
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(await screen.findByText('Ada, Grace')).toBeTruthy()
})

it('shows sentence and request id of a failure, and tries again', async () => {
  const load = vi
    .fn<() => Promise<string[]>>()
    .mockRejectedValueOnce(new ApiError({ status: 503, message: 'Took too long.', requestId: 'req-7' }))
    .mockResolvedValueOnce(['Ada'])
  showNames(load)
  expect(await screen.findByText('Took too long.')).toBeTruthy()
  expect(screen.getByText('req-7')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Ada')).toBeTruthy()
})

it.each([
  { shown: 'no id of a request with what the user can mend', status: 400, code: 'invalid', isShown: false },
  { shown: 'no id of a request with what is refused', status: 403, code: 'forbidden', isShown: false },
  { shown: 'the id of a request that a page sent wrongly', status: 400, code: 'unknownField', isShown: true },
  { shown: 'the id of a request with an error of the server', status: 500, code: 'internal', isShown: true },
])('shows $shown', async ({ status, code, isShown }) => {
  const message = 'This did not work.'
  const items = [{ code, description: message, field: 'name' }]
  showNames(() => Promise.reject(new ApiError({ status, message, items, requestId: 'req-8' })))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByText('req-8') !== null).toBe(isShown)
})

it.each([403, 404])(
  'leads on from what cannot be seen, and does not offer to try again (%d)',
  async (status) => {
    showNames(() => Promise.reject(new ApiError({ status, message: 'There is nothing here.' })))
    expect(await screen.findByText('There is nothing here.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to all names' }).getAttribute('href')).toBe('/names')
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  },
)

it('shows the text of the specification when there is no answer, and a sentence beside it', async () => {
  showNames(() => Promise.reject(new ApiError({ status: 0, message: 'network error' })))
  const text = await screen.findByText('network error', { exact: false })
  expect(text.textContent).toBe('network error\nThe server did not respond.')
})

it("says 'No Items', why, and offers to create one", async () => {
  const create = vi.fn<() => void>()
  showNames(() => Promise.resolve([]), create)
  expect(await screen.findByText('No Items')).toBeTruthy()
  expect(screen.getByText('Nobody was added yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  expect(create).toHaveBeenCalledOnce()
})
