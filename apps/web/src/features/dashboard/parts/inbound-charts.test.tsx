import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CallsOverTime } from '#web/features/dashboard/parts/CallsOverTime.tsx'
import { WhenCallsCome } from '#web/features/dashboard/parts/WhenCallsCome.tsx'
import type { DashboardScope } from '#web/features/dashboard/queries.ts'
import { answerCalls } from '../../../../test/answers.ts'
import { show } from '../../../../test/show.tsx'

const scope: DashboardScope = {
  period: { relative: 'lastWeek' },
  compare: 'none',
  matchWeekdays: false,
  customers: [],
  entityGroups: [],
  timeZone: 'UTC',
}
const shared = { scope, callsBehind: () => undefined }

beforeEach(() => {
  answerCalls({})
  // Nothing comes into view: charts cannot be drawn here.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = vi.fn<() => void>()
      disconnect = vi.fn<() => void>()
    },
  )
})

it('the chart of calls over time says that it draws inbound ones, as the tile above it counts all', () => {
  show(<CallsOverTime {...shared} />)
  expect(screen.getByRole('heading').textContent).toBe('Inbound calls over time')
})

it('when calls come says that it counts inbound ones', () => {
  show(<WhenCallsCome {...shared} />)
  expect(screen.getByRole('heading').textContent).toBe('When calls come')
  expect(screen.getAllByText('inbound calls per hour')).toHaveLength(1)
})
