import type { EntityType } from '@callboard/contract/claims'
import { entitySorts, searchEntities } from '@callboard/contract/entities'
import { Guid } from '@callboard/contract/scalars'
import { Button } from 'antd'
import { Link } from 'react-router'
import { entityColumns } from '#web/features/entities/columns.tsx'
import { entityMeanings, entityNouns } from '#web/features/entities/entity-words.ts'
import { send } from '#web/lib/api.ts'
import { entityTypeNames } from '#web/lib/claim-words.ts'
import { useHoldsClaim } from '#web/lib/current-user.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { entityKind, paths } from '#web/lib/paths.ts'
import { customerChoice } from '#web/records/customer-choice.ts'
import { FoundSelect } from '#web/records/FoundSelect.tsx'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

const EntitiesSearch = listSearchOf(entitySorts, { customer: Guid.optional() })

interface EntitiesPageProps {
  type: EntityType
}

export function EntitiesPage({ type }: EntitiesPageProps) {
  const mayEdit = useHoldsClaim(`${type}.edit`)
  const mayChoose = useHoldsClaim('client.view')
  return (
    <RecordListPage
      kind={entityKind(type)}
      noun={entityTypeNames[type]}
      title={entityTypeNames[type]}
      description={entityMeanings[type]}
      above={[{ name: 'Entities', path: paths.manageEntities }]}
      {...(mayEdit && { addLabel: `Add ${entityNouns[type]}` })}
      actions={
        mayEdit && (
          <Link to={`${paths.importEntities}?type=${type}`}>
            <Button tabIndex={-1}>Import</Button>
          </Link>
        )
      }
      search={EntitiesSearch}
      load={(state, signal) =>
        send(searchEntities, { body: { ...searchBody(state), type, customerId: state.customer } }, signal)
      }
      columns={entityColumns}
      renderFilters={(state, write) =>
        mayChoose && (
          <FoundSelect
            choice={customerChoice}
            label="Customer"
            placeholder="All customers"
            isFilter
            value={state.customer}
            onChange={(customer) => write({ customer: customer ?? undefined, page: undefined }, 'push')}
          />
        )
      }
      isFiltered={({ customer }) => customer !== undefined}
    />
  )
}
