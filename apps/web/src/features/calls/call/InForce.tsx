import { dayOf } from '@callboard/contract/calendar'
import type { Call } from '@callboard/contract/calls'
import type { CallRouting } from '@callboard/contract/routing'
import { getCallRouting } from '@callboard/contract/routing'
import { useQuery } from '@tanstack/react-query'
import classes from '#web/features/calls/call/InForce.module.css'
import { routingWords } from '#web/records/routing/routing-words.ts'
import { HoursText, Targets } from '#web/records/routing/VersionText.tsx'
import { spanText } from '#web/lib/valid-span.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { entityKind, paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { QuietText, Row } from '#web/ui/layout.tsx'

type RoutedCall = Pick<Call, 'id' | 'startedAt' | 'targetNumber'>

/** What routed a call, as it was when the call started. */
export function InForce({ call }: { call: RoutedCall }) {
  const { data: routings = [] } = useQuery(
    endpointQuery('entity', getCallRouting, { params: { id: call.id } }),
  )
  const known = routings.filter(({ version }) => version !== null)
  return known.map((routing) => <RoutedBy key={routing.type} routing={routing} call={call} />)
}

function RoutedBy({ routing, call }: { routing: CallRouting; call: RoutedCall }) {
  const { type, entityId, name, until, timeZone, version } = routing
  return (
    <section className={classes.card} aria-label={name}>
      <Row gap={12} justify="space-between">
        <strong>{name}</strong>
        <TextLink to={`${paths.manageRecord(entityKind(type), entityId)}?tab=routing`}>
          See the {type === 'tod' ? 'rule' : 'group'}
        </TextLink>
      </Row>
      {version !== null && (version.from !== null || until !== null) && (
        <QuietText as="div" fontSize={13}>
          {routingWords[type].tab} · {spanText({ from: version.from, until }, timeZone)}
        </QuietText>
      )}
      {routing.type === 'tod' && routing.version !== null && (
        <HoursText version={routing.version} day={dayOf(call.startedAt, routing.version.timeZone)} />
      )}
      {routing.type === 'tod' && routing.isWithin === false && (
        <QuietText as="div">The call started outside of these hours.</QuietText>
      )}
      {routing.type === 'rotationgroup' && routing.version !== null && (
        <Targets version={routing.version} rang={call.targetNumber} />
      )}
    </section>
  )
}
