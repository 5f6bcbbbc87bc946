import { formatCount } from '@callboard/contract/format'
import { useQuery } from '@tanstack/react-query'
import { entityMeanings } from '#web/features/entities/entity-words.ts'
import { entityCountsQuery } from '#web/features/entities/queries.ts'
import { entityTypeNames } from '@callboard/contract/claim-words'
import { entityKind } from '#web/lib/urls/paths.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { Tile, Tiles } from '#web/records/Tiles.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

/** The entity types that the user may see, with counts. */
export function EntityTypesPage() {
  const query = useQuery({ ...entityCountsQuery, refetchOnMount: 'always' })
  return (
    <PageFrame
      title="Entities"
      description="What calls refer to by a code, such as numbers, locations and routes"
      breadcrumbs={<ManageCrumbs />}
    >
      <QueryState query={query}>
        {(counts) => (
          <Tiles>
            {counts.map(({ type, active, inactive }) => (
              <Tile
                key={type}
                name={entityTypeNames[type]}
                path={entityKind(type)}
                about={entityMeanings[type]}
              >
                <span>
                  {formatCount(active)} active
                  {inactive > 0 && `, ${formatCount(inactive)} not active`}
                </span>
              </Tile>
            ))}
          </Tiles>
        )}
      </QueryState>
    </PageFrame>
  )
}
