import { formatCounted } from '@callboard/contract/format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { Link } from 'react-router'
import { searchQuery } from '#web/features/keyword-search/search-query.ts'
import { type LinkEvents, SearchResults } from '#web/features/keyword-search/SearchResult.tsx'
import classes from '#web/features/keyword-search/SearchSuggestions.module.css'
import { errorText } from '#web/lib/api/api-error.ts'
import { useDebounced } from '#web/lib/debounced.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { QuietText } from '#web/ui/layout.tsx'

interface SearchSuggestionsProps {
  /** As it is being typed. */
  keyword: string
  /** Each of them. */
  links: LinkEvents
}

const pauseMs = 250
const shownOfKind = 3

/** The first results of each kind while a keyword is typed. */
export function SearchSuggestions({ keyword, links }: SearchSuggestionsProps) {
  const asked = useDebounced(keyword, pauseMs)
  const { data, error, isFetching } = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData })
  const isComing = isFetching || asked !== keyword
  const total = data?.groups.reduce((sum, group) => sum + group.total, 0)

  return (
    <div role="group" aria-label="Suggestions">
      {data?.groups.map(
        ({ type, label, items }) =>
          items.length > 0 && (
            <section key={type} className={classes.kind} aria-label={label}>
              <QuietText as="h2" margin="0 0 4px" fontSize={12} fontWeight={600}>
                {label}
              </QuietText>
              <SearchResults keyword={asked} type={type} items={items.slice(0, shownOfKind)} links={links} />
            </section>
          ),
      )}
      <div className={classes.foot} role="status">
        {error !== null ? (
          <span>{errorText(error)}</span>
        ) : isComing || total === undefined ? (
          <QuietText>
            <Spin size="small" /> Searching …
          </QuietText>
        ) : total === 0 ? (
          <QuietText>Nothing matches “{asked}”.</QuietText>
        ) : (
          <Link to={paths.searchResults(asked)} {...links}>
            {total === 1 ? 'See 1 result' : `See all ${formatCounted(total, 'result')}`}
          </Link>
        )}
      </div>
    </div>
  )
}
