import { entityTypeNames } from '@callboard/contract/claim-words'
import type { EntityType } from '@callboard/contract/claims'
import * as endpoints from '@callboard/contract/entities'
import { isRoutedType } from '@callboard/contract/routing'
import { Guid } from '@callboard/contract/scalars'
import { Button } from 'antd'
import { Link } from 'react-router'
import { entityColumns } from '#web/features/entities/columns.tsx'
import { entityMeanings, entityNouns } from '#web/features/entities/entity-words.ts'
import { MergeEntity } from '#web/features/entities/MergeEntity.tsx'
import { routingWords } from '#web/records/routing/routing-words.ts'
import { holdsClaim, useHoldsClaim } from '#web/lib/session/current-user.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { entityKind, paths } from '#web/lib/urls/paths.ts'
import { CustomerFilter } from '#web/records/CustomerFilter.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'

const RoutingTab = lazyExport(() => import('#web/features/entities/routing/RoutingTab.tsx'), 'RoutingTab')
const EntityForm = lazyExport(() => import('#web/features/entities/EntityForm.tsx'), 'EntityForm')

/** How calls are routed, of types that do that. */
function routingTabs(type: EntityType) {
  if (!isRoutedType(type)) return []
  return [
    {
      key: 'routing',
      label: routingWords[type].tab,
      render: (entity: endpoints.Entity) => <RoutingTab entity={entity} type={type} />,
    },
  ]
}

/** Entities have pages of their own for each type. */
export function entityPages(type: EntityType) {
  return recordPages({
    kind: recordKind<endpoints.Entity>('entity', {
      path: entityKind(type),
      above: [{ name: 'Entities', path: paths.manageEntities }],
      label: entityNouns[type],
      title: entityTypeNames[type],
      about: entityMeanings[type],
      nameOf: nameOfNamed,
      query: (id) => endpointQuery('entity', endpoints.getEntity, { params: { id } }),
      body: endpoints.createEntity.body,
    }),
    list: {
      mayAdd: (user) => holdsClaim(user, `${type}.edit`),
      actions: <ImportLink type={type} />,
      search: listSearchOf(endpoints.entitySorts, { customer: Guid.optional() }),
      query: (state) =>
        endpointQuery('entity', endpoints.searchEntities, {
          body: { ...searchBody(state), type, customerId: state.customer },
        }),
      columns: entityColumns,
      renderFilters: ({ customer }, write) => <CustomerFilter customer={customer} write={write} />,
      isFiltered: ({ customer }) => customer !== undefined,
    },
    record: {
      renderForm: (entity) => <EntityForm type={type} entity={entity} />,
      tabs: routingTabs(type),
      renderDescription: ({ customerName, isActive, mergedIntoId, mergedIntoName }) => (
        <>
          {customerName ?? 'No customer'}{' '}
          {mergedIntoId === null ? (
            <ActiveTag isActive={isActive} />
          ) : (
            <>
              · merged into{' '}
              <TextLink to={paths.manageRecord(entityKind(type), mergedIntoId)}>
                {mergedIntoName ?? 'another one'}
              </TextLink>
            </>
          )}
        </>
      ),
      renderActions: (entity) => <MergeEntity entity={entity} />,
    },
  })
}

function ImportLink({ type }: { type: EntityType }) {
  if (!useHoldsClaim(`${type}.edit`)) return null
  return (
    <Link to={`${paths.importEntities}?type=${type}`}>
      <Button tabIndex={-1}>Import</Button>
    </Link>
  )
}
