import type { EntityType } from '@callboard/contract/claims'
import { Button } from 'antd'
import { Link } from 'react-router'
import { entityColumns } from '#web/features/entities/columns.tsx'
import { entityMeanings } from '#web/features/entities/entity-words.ts'
import { entitiesQuery, EntitiesSearch, entityKindOf } from '#web/features/entities/queries.ts'
import { useHoldsClaim } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { customerChoice } from '#web/records/choices.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'

interface EntitiesPageProps {
  type: EntityType
}

export function EntitiesPage({ type }: EntitiesPageProps) {
  const mayEdit = useHoldsClaim(`${type}.edit`)
  const mayChoose = useHoldsClaim('client.view')
  const kind = entityKindOf(type)
  return (
    <RecordListPage
      kind={kind}
      noun={kind.title}
      description={entityMeanings[type]}
      mayAdd={mayEdit}
      actions={
        mayEdit && (
          <Link to={`${paths.importEntities}?type=${type}`}>
            <Button tabIndex={-1}>Import</Button>
          </Link>
        )
      }
      search={EntitiesSearch}
      query={(state) => entitiesQuery(type, state)}
      columns={entityColumns}
      renderFilters={(state, write) =>
        mayChoose && (
          <RecordSelect
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
