import type { Call } from '@callboard/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import classes from '#web/features/calls/call/ContactCalls.module.css'
import { directionLabels } from '@callboard/contract/call-words'
import { EntityText } from '#web/features/calls/EntityText.tsx'
import { contactCallsQuery, contactFilter } from '#web/features/calls/queries.ts'
import { buildCallerUrl, buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { formatCounted } from '@callboard/contract/format'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Text } from '#web/ui/layout.tsx'

interface ContactCallsProps {
  call: Call
  contactNumber: string
  timeZone: string
  callHref: (id: string) => string
}

const shownCalls = 10

/** The other calls from and to this number, with a link to all of them. */
export function ContactCalls({ call, contactNumber, timeZone, callHref }: ContactCallsProps) {
  const query = useQuery(contactCallsQuery(contactNumber))
  return (
    <>
      <QueryState
        query={query}
        isEmpty={({ items }) => items.every(({ id }) => id === call.id)}
        emptyReason="There were no other calls with this contact in the last 90 days."
      >
        {({ items, total }) => (
          <>
            <Box as="ul" margin="0 0 8px">
              {items
                .filter(({ id }) => id !== call.id)
                .slice(0, shownCalls)
                .map(({ id, startedAt, status, direction, location, talkDuration }) => (
                  <li key={id}>
                    <Link to={callHref(id)} preventScrollReset className={classes.call}>
                      <TimeText at={startedAt} show="recent" timeZone={timeZone} />
                      <span>{status !== undefined && <StatusTag status={status} />}</span>
                      <Text breaks="ellipsis">
                        {direction === 'outbound' ? (
                          directionLabels.outbound
                        ) : (
                          <EntityText type="location" code={location} />
                        )}
                      </Text>
                      <Text textAlign="right">
                        <DurationText seconds={talkDuration} />
                      </Text>
                    </Link>
                  </li>
                ))}
            </Box>
            {total !== null && total > items.length && (
              <Link
                to={buildCallListUrl({
                  period: { relative: 'last90Days' },
                  filters: [contactFilter(contactNumber)],
                })}
              >
                All {formatCounted(total, 'call')} with this contact
              </Link>
            )}
          </>
        )}
      </QueryState>
      <Box margin="8px 0 0">
        <Link to={buildCallerUrl({ number: contactNumber, customer: call.customerId })}>
          Everything about this contact
        </Link>
      </Box>
    </>
  )
}
