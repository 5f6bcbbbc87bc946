import type { Call } from '@callboard/contract/calls'
import { findField } from '@callboard/contract/field-names'
import { searchNumbers } from '@callboard/contract/numbers'
import { formatDate } from '@callboard/contract/format-time'
import { joinWithAnd } from '@callboard/contract/format-names'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Hint } from '#web/ui/layout.tsx'

/** Which values of a call are what its number stood for, and since when it did. */
export function FromNumber({ call }: { call: Call }) {
  const mayView = useHoldsClaim('number.view')
  const { customerId, fromNumber, number, numberAssignmentId } = call
  const { data } = useQuery({
    ...endpointQuery('numberAssignment', searchNumbers, {
      body: { customerId, keyword: number ?? '', activeOnly: false },
    }),
    enabled: mayView && numberAssignmentId !== null,
  })
  if (fromNumber.length === 0) return null
  const known = data?.items.find((one) => one.assignments.some(({ id }) => id === numberAssignmentId))
  const from = known?.assignments.find(({ id }) => id === numberAssignmentId)?.from ?? null
  const names = joinWithAnd(fromNumber.map((name) => findField(name)?.label ?? name))
  return (
    <Hint margin="0 0 12px">
      {names}: what the number stood for
      {known !== undefined && (
        <>
          {from !== null && `, since ${formatDate(from, known.timeZone)}`}
          {' · '}
          <TextLink to={paths.number(known.id)}>See the number</TextLink>
        </>
      )}
      .
    </Hint>
  )
}
