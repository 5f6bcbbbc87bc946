import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { openPage } from '../../../test/show.tsx'

const numberAt = (at: number) => ({
  id: String(at),
  title: `+1555010${String(at).padStart(4, '0')}`,
  subtitle: '1 call with this number',
  url: `/reports/caller?number=${at}`,
})

it('shows more of the results of a kind that has no list of its own, until all are there', async () => {
  const numbers = Array.from({ length: 60 }, (_, at) => numberAt(at))
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const query = new URL(url, 'http://portal').searchParams
    const offset = Number(query.get('offset') ?? 0)
    asked.push(`${query.get('type')} ${offset}`)
    const items = numbers.slice(offset, offset + Number(query.get('limit') ?? 6))
    const groups = [{ type: 'phoneNumbers', label: 'Phone numbers', total: 60, items }]
    return Promise.resolve(new Response(JSON.stringify({ groups })))
  })
  openPage('/app/searchresults/5550')
  const region = await screen.findByRole('region', { name: /Phone numbers/ })
  const links = () => within(region).getAllByRole('link')
  expect(links()).toHaveLength(6)
  await userEvent.click(within(region).getByRole('button', { name: 'Show more' }))
  await expect.poll(() => links().length).toBe(56)
  await userEvent.click(within(region).getByRole('button', { name: 'Show more' }))
  await expect.poll(() => links().length).toBe(60)
  expect(within(region).queryByRole('button')).toBeNull()
  expect(asked).toEqual(['null 0', 'phoneNumbers 6', 'phoneNumbers 56'])
})
