import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { GuideReader } from '#web/features/guide/GuideReader.tsx'
import { guides } from '#web/features/guide/guides.ts'
import { placeIn } from '#web/features/guide/guide-content.ts'
import { fill, show } from '../../../test/show.tsx'

const [, first, second] = guides.user.sections
if (first === undefined || second === undefined) throw new Error('the guide has no sections')

const titles = () => within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('button')

it('lists the guide for administrators to administrators alone', () => {
  const { unmount } = show(<GuideReader start={undefined} hasAdministration={false} />)
  expect(titles()).toHaveLength(guides.user.sections.length)
  unmount()
  show(<GuideReader start={undefined} hasAdministration />)
  const all = Object.values(guides).flatMap(({ sections }) => sections)
  expect(titles()).toHaveLength(all.length)
})

it('leads from a section to the next one, with the focus at its head', () => {
  show(<GuideReader start={placeIn(guides.user, first)} hasAdministration={false} />)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(first.title)
  fireEvent.click(screen.getByText(`Next: ${second.title}`))
  const heading = screen.getByRole('heading', { level: 2 })
  expect(heading.textContent).toBe(second.title)
  expect(document.activeElement).toBe(heading)
})

it('says how many sections a search found, and opens one of them', () => {
  show(<GuideReader start={undefined} hasAdministration={false} />)
  fill(screen.getByLabelText('Search the guide'), first.title)
  expect(screen.getByRole('status').textContent).toMatch(/^Found in \d+ sections?$/)
  const hits = within(screen.getByRole('navigation', { name: 'Found in the guide' }))
  fireEvent.click(hits.getByText(first.title))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(first.title)
  fill(screen.getByLabelText('Search the guide'), 'qwertz')
  expect(screen.getByText('Nothing in the guide matches these words.')).toBeTruthy()
})
