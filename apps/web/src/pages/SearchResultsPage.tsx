import { formatCount, formatCounted } from '@callboard/contract/format'
import type { SearchAnswer } from '@callboard/contract/search'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useLocation } from 'react-router'
import { entityTypeNames } from '@callboard/contract/claim-words'
import { moreResultsQuery, searchQuery } from '#web/features/keyword-search/search-query.ts'
import { SearchResults } from '#web/features/keyword-search/SearchResult.tsx'
import { errorText } from '#web/lib/api/api-error.ts'
import { readSegment } from '#web/lib/urls/paths.ts'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Box, Grid, Hint, Row } from '#web/ui/layout.tsx'

const maxKeywordLength = 200

/** What a keyword finds, grouped by kind; each result is a link. */
export function SearchResultsPage() {
  // The router decodes an encoded slash twice; the keyword must be exactly what was typed.
  const { pathname } = useLocation()
  const keyword = readSegment(pathname.split('/')[3] ?? '')
    .trim()
    .slice(0, maxKeywordLength)
  const query = useQuery({
    ...searchQuery(keyword),
    placeholderData: keepPreviousData,
  })
  return (
    <PageFrame title={`Search results for “${keyword}”`} description={<Summary answer={query.data} />}>
      <QueryState
        query={query}
        isEmpty={({ groups }) => groups.length === 0}
        emptyReason={`Nothing matches “${keyword}”. To search for a phone number, enter at least three digits.`}
      >
        {({ groups }) => (
          <Grid columns="repeat(auto-fill, minmax(min(420px, 100%), 1fr))" gap={12} align="start">
            {groups.map((group) => (
              <GroupPanel key={group.type} group={group} keyword={keyword} />
            ))}
          </Grid>
        )}
      </QueryState>
    </PageFrame>
  )
}

function Summary({ answer }: { answer: SearchAnswer | undefined }) {
  if (answer === undefined) return null
  const total = answer.groups.reduce((sum, group) => sum + group.total, 0)
  return <>{formatCounted(total, 'result')}</>
}

interface GroupPanelProps {
  keyword: string
  group: SearchAnswer['groups'][number]
}

function GroupPanel({ keyword, group: { type, label, total, items, lists = [], note } }: GroupPanelProps) {
  const more = useInfiniteQuery(moreResultsQuery({ keyword, type, shown: items.length, total }))
  // Where not all calls were looked through, the note says so.
  const isOfAllTime =
    note === undefined && (type === 'phoneNumbers' || (type === 'calls' && lists.length > 0))
  return (
    <Panel
      title={label}
      note={
        isOfAllTime ? `${formatCount(total)} of all time, by contact or tracking number` : formatCount(total)
      }
    >
      {note !== undefined && <Hint margin="1em 0 8px">{note}</Hint>}
      <SearchResults keyword={keyword} type={type} items={[...items, ...(more.data?.pages.flat() ?? [])]} />
      {/* Kinds with lists of their own are read on there. */}
      {items.length < total && lists.length === 0 && (more.data === undefined || more.hasNextPage) && (
        <Box padding="8px 0 0">
          {more.error !== null && <Hint margin="1em 0 8px">{errorText(more.error)}</Hint>}
          <Button loading={more.isFetching} onClick={() => void more.fetchNextPage()}>
            Show more
          </Button>
        </Box>
      )}
      {lists.length > 0 && (
        <Row gap="4px 16px" wrap margin="12px 0 0">
          {lists.map(({ label: what, url, entityType }) => (
            <Link key={url} to={url}>
              {entityType === undefined ? what : `${what}: ${entityTypeNames[entityType]}`}
            </Link>
          ))}
        </Row>
      )}
    </Panel>
  )
}
