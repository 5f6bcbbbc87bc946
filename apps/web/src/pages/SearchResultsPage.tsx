import * as endpoints from '@callboard/contract/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { paths, readSegment } from '#web/lib/paths.ts'
import { formatPhone } from '#web/lib/phone.ts'
import classes from '#web/pages/SearchResultsPage.module.css'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

const longestKeyword = 200

/** What a keyword finds, grouped by kind; each result is a link. */
export function SearchResultsPage() {
  // The router decodes an encoded slash twice; the keyword must be exactly what was typed.
  const { pathname } = useLocation()
  const keyword = readSegment(pathname.split('/')[3] ?? '')
    .trim()
    .slice(0, longestKeyword)
  const query = useQuery({
    ...endpointQuery('search', endpoints.search, { query: { keyword } }),
    placeholderData: keepPreviousData,
  })
  return (
    <PageFrame title={`Search results for “${keyword}”`} description={<Summary answer={query.data} />}>
      <QueryState
        query={query}
        isEmpty={({ groups }) => groups.length === 0}
        emptyReason={`Nothing has “${keyword}” in it. Telephone numbers must be complete to be found.`}
      >
        {({ groups }) => (
          <div className={classes.groups}>
            {groups.map((group) => (
              <GroupPanel key={group.type} group={group} keyword={keyword} />
            ))}
          </div>
        )}
      </QueryState>
    </PageFrame>
  )
}

function Summary({ answer }: { answer: endpoints.SearchAnswer | undefined }) {
  if (answer === undefined) return null
  const total = answer.groups.reduce((sum, group) => sum + group.total, 0)
  return <>{total === 1 ? '1 result' : `${total.toLocaleString()} results`}</>
}

/** Lists that show all results of a kind for the same keyword. */
const listKinds: Readonly<Record<string, string>> = { users: 'users', customers: 'customers' }

interface GroupPanelProps {
  group: endpoints.SearchAnswer['groups'][number]
  keyword: string
}

function GroupPanel({ group: { type, label, total, items }, keyword }: GroupPanelProps) {
  const kind = listKinds[type]
  const hasMore = total > items.length
  return (
    <Panel
      title={label}
      note={total.toLocaleString()}
      {...(hasMore &&
        kind !== undefined && {
          actions: (
            <Link to={`${paths.manageList(kind)}?keyword=${encodeURIComponent(keyword)}`}>Show all</Link>
          ),
        })}
    >
      <ul className={classes.list}>
        {items.map(({ id, title, subtitle, url }) => (
          <li key={id}>
            <Link className={classes.item} to={url}>
              <span>{type === 'phoneNumbers' ? formatPhone(title) : title}</span>
              {subtitle !== null && <span className={classes.subtitle}>{subtitle}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
