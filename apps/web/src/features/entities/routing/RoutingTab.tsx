import { dayOf } from '@callboard/contract/calendar'
import type { Entity } from '@callboard/contract/entities'
import { type RoutedType, type Routing, updateRouting } from '@callboard/contract/routing'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import classes from '#web/features/entities/routing/RoutingTab.module.css'
import { HoursDrawer } from '#web/features/entities/routing/HoursDrawer.tsx'
import { routingQuery, targetSharesQuery } from '#web/features/entities/routing/queries.ts'
import { routingWords } from '#web/records/routing/routing-words.ts'
import { TargetsDrawer } from '#web/features/entities/routing/TargetsDrawer.tsx'
import { replaced } from '#web/features/entities/routing/version-fields.ts'
import { HoursText, Targets } from '#web/records/routing/VersionText.tsx'
import { spanText } from '#web/lib/valid-span.ts'
import { send } from '#web/lib/api/api.ts'
import { useNow } from '#web/lib/now.ts'
import { useCurrentUser, useMayChange } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Box, QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'

interface RoutingTabProps {
  entity: Entity
  type: RoutedType
}

/** How an entity routes calls and routed them before. */
export function RoutingTab({ entity, type }: RoutingTabProps) {
  const query = useQuery(routingQuery(entity.id))
  const { isAdmin } = useCurrentUser()
  const mayChange = useMayChange(`${type}.edit`)
  const mayEdit = mayChange && (entity.customerId !== null || isAdmin)
  return (
    <QueryState query={query}>
      {(routing) =>
        routing.type === 'tod' ? (
          <RuleHours routing={routing} mayEdit={mayEdit} />
        ) : (
          <GroupTargets routing={routing} mayEdit={mayEdit} />
        )
      }
    </QueryState>
  )
}

interface OfType<T extends RoutedType> {
  routing: Extract<Routing, { type: T }>
  mayEdit: boolean
}

function GroupTargets({ routing, mayEdit }: OfType<'rotationgroup'>) {
  const { data: shares } = useQuery(targetSharesQuery(routing.entityId))
  return (
    <Versions
      routing={routing}
      versions={routing.versions}
      mayEdit={mayEdit}
      note="with the calls of the last year"
      renderVersion={(version) => (
        <Targets version={version} shares={shares?.find(({ from }) => from === version.from)} />
      )}
      remove={async (version) =>
        await send(updateRouting, {
          params: { id: routing.entityId },
          body: {
            type: 'rotationgroup',
            revision: routing.revision,
            versions: replaced(routing.versions, version, undefined),
          },
        })
      }
      renderDrawer={(drawer) => <TargetsDrawer routing={routing} {...drawer} />}
    />
  )
}

function RuleHours({ routing, mayEdit }: OfType<'tod'>) {
  return (
    <Versions
      routing={routing}
      versions={routing.versions}
      mayEdit={mayEdit}
      renderVersion={(version) => <HoursText version={version} />}
      remove={async (version) =>
        await send(updateRouting, {
          params: { id: routing.entityId },
          body: {
            type: 'tod',
            revision: routing.revision,
            versions: replaced(routing.versions, version, undefined),
          },
        })
      }
      renderDrawer={(drawer) => <HoursDrawer routing={routing} {...drawer} />}
    />
  )
}

interface Version {
  from: string | null
  note: string | null
}

interface VersionsProps<V extends Version> {
  routing: Routing
  versions: readonly V[]
  mayEdit: boolean
  note?: string
  renderVersion: (version: V) => ReactNode
  remove: (version: V) => Promise<unknown>
  renderDrawer: (of: { edited: V | undefined; today: string; onClose: () => void }) => ReactNode
}

/** The newest first. */
function Versions<V extends Version>(props: VersionsProps<V>) {
  const { routing, versions, mayEdit, note, renderVersion, remove, renderDrawer } = props
  const { type, timeZone } = routing
  const words = routingWords[type]
  const [edited, setEdited] = useState<{ version: V | undefined }>()
  const now = useNow()
  const nowMs = now.epochMilliseconds
  const current = versions.findLast(({ from }) => from === null || Date.parse(from) <= nowMs)
  const untilOf = (version: V) => versions[versions.indexOf(version) + 1]?.from ?? null
  const add = (
    <Button type="primary" onClick={() => setEdited({ version: undefined })}>
      {words.add}
    </Button>
  )
  return (
    <Panel title={words.title} note={note} flush {...(mayEdit && { actions: add })}>
      {versions.length === 0 ? (
        <NoItems reason={words.none} />
      ) : (
        <Stack as="ul" aria-label={words.title}>
          {versions.toReversed().map((version) => (
            <li key={version.from ?? ''} className={classes.version}>
              <Stack gap={2} flex="0 1 200px">
                <Text as="strong">{spanText({ from: version.from, until: untilOf(version) }, timeZone)}</Text>
                {version === current && (
                  <span>
                    <Tag color="green">Now</Tag>
                  </span>
                )}
                {version.note !== null && <QuietText>{version.note}</QuietText>}
              </Stack>
              <Box flex="1 1 280px">{renderVersion(version)}</Box>
              {mayEdit && (
                <Row gap={8} align="flex-start">
                  <Button size="small" onClick={() => setEdited({ version })}>
                    Edit
                  </Button>
                  <ActionButton
                    size="small"
                    danger
                    action={async () => await remove(version)}
                    changes={['entity', 'call']}
                    question={{
                      title: 'Delete this?',
                      content: 'What was said before it holds until the next one begins. No call changes.',
                      okText: 'Delete',
                    }}
                    done="Deleted."
                  >
                    Delete
                  </ActionButton>
                </Row>
              )}
            </li>
          ))}
        </Stack>
      )}
      {edited !== undefined &&
        renderDrawer({
          edited: edited.version,
          today: dayOf(now, timeZone),
          onClose: () => setEdited(undefined),
        })}
    </Panel>
  )
}
