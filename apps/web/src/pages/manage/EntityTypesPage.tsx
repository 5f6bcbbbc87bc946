import { formatCount } from '@callboard/contract/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { entityMeanings } from '#web/features/entities/entity-words.ts'
import { entityCountsQuery } from '#web/features/entities/queries.ts'
import { entityTypeNames } from '@callboard/contract/claim-words'
import { entityKind, paths } from '#web/lib/urls/paths.ts'
import classes from '#web/pages/ManagePage.module.css'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Grid, Text } from '#web/ui/layout.tsx'

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
          <Grid as="ul" columns="repeat(auto-fill, minmax(min(220px, 100%), 1fr))" gap={12}>
            {counts.map(({ type, active, inactive }) => (
              <li key={type}>
                <Link className={classes.card} to={paths.manageList(entityKind(type))}>
                  <Text as="strong" tone="primary" fontSize={15}>
                    {entityTypeNames[type]}
                  </Text>
                  <span>{entityMeanings[type]}</span>
                  <span>
                    {formatCount(active)} active
                    {inactive > 0 && `, ${formatCount(inactive)} not active`}
                  </span>
                </Link>
              </li>
            ))}
          </Grid>
        )}
      </QueryState>
    </PageFrame>
  )
}
