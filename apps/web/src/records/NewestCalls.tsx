import { addDays, dayOf } from '@callboard/contract/calendar'
import { callDetails } from '@callboard/contract/calls'
import { formatDate } from '@callboard/contract/format-time'
import { periodOfDays } from '@callboard/contract/period'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useNow } from '#web/lib/now.ts'
import { customerFilters } from '#web/lib/reporting/customer-filters.ts'
import { periodParams } from '#web/lib/reporting/period.ts'
import { withParts } from '#web/lib/urls/url-state.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'

interface NewestCallsProps {
  /** Ids of customers and of entity groups; none is all of them. */
  customers?: readonly string[]
  entityGroups?: readonly string[]
  timeZone: string
  renderText?: (text: ReactNode) => ReactNode
  /** Where there is no call at all. */
  otherwise?: ReactNode
}

const daysShown = 30

/** Where the period of a page has no calls: when the newest one came, and a link to the days up to it. */
export function NewestCalls({
  customers = [],
  entityGroups = [],
  timeZone,
  renderText = (text) => text,
  otherwise,
}: NewestCallsProps) {
  const [params] = useSearchParams()
  const tomorrow = addDays(dayOf(useNow(), timeZone), 1)
  const { data } = useQuery(newestCallQuery({ customers, entityGroups, to: tomorrow }))
  if (data === undefined) return null
  const newest = data.items[0]?.startedAt
  if (newest === undefined) return otherwise
  const lastDay = dayOf(newest, timeZone)
  const period = periodOfDays({ firstDay: addDays(lastDay, 1 - daysShown), lastDay })
  return renderText(
    <>
      The newest call came on {formatDate(newest, timeZone)}.{' '}
      <TextLink to={{ search: withParts(params, periodParams(period)) }}>
        Show the {daysShown} days up to it
      </TextLink>
    </>,
  )
}

/** No period may be longer than 20 years. */
const daysBack = 7300

function newestCallQuery({
  customers,
  entityGroups,
  to,
}: Required<Pick<NewestCallsProps, 'customers' | 'entityGroups'>> & { to: string }) {
  const body = {
    period: { from: addDays(to, -daysBack), to },
    filters: customerFilters(customers),
    entityGroups: [...entityGroups],
    columns: ['startedAt' as const],
    pageSize: 1,
  }
  return endpointQuery('call', callDetails, { body })
}
