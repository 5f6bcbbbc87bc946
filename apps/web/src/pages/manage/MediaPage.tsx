import { mediaSorts, searchMedia } from '@callboard/contract/media'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pagination } from 'antd'
import type { z } from 'zod'
import { DropZone } from '#web/features/media/DropZone.tsx'
import classes from '#web/features/media/media.module.css'
import { MediaCard } from '#web/features/media/MediaCard.tsx'
import { send } from '#web/lib/api.ts'
import { listPageSizes, listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { useUrlState, type WriteSearch } from '#web/lib/url-state.ts'
import { ActiveSwitch } from '#web/records/ActiveSwitch.tsx'
import { KeywordInput } from '#web/ui/KeywordInput.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { UnreadableAddress } from '#web/ui/UnreadableAddress.tsx'

const MediaSearch = listSearchOf(mediaSorts, {})

export function MediaPage() {
  const client = useQueryClient()
  const { state, problem, write } = useUrlState(MediaSearch)
  const reload = () => void client.invalidateQueries({ queryKey: ['media'] })
  return (
    <PageFrame
      title="Media"
      description="Images for the logo, mails and menus"
      breadcrumbs={<ManageCrumbs />}
    >
      {problem !== undefined && <UnreadableAddress problem={problem} />}
      {state !== undefined && (
        <>
          <DropZone onAdded={reload} />
          <MediaGrid state={state} write={write} onChanged={reload} />
        </>
      )}
    </PageFrame>
  )
}

interface MediaGridProps {
  state: z.output<typeof MediaSearch>
  write: WriteSearch
  onChanged: () => void
}

function MediaGrid({ state, write, onChanged }: MediaGridProps) {
  const { keyword, page, size } = state
  const query = useQuery({
    queryKey: ['media', state],
    // Newest first unless the address says otherwise: what was just added is seen.
    queryFn: ({ signal }) =>
      send(
        searchMedia,
        {
          body:
            state.sort === undefined
              ? { ...searchBody(state), sort: 'createdAt', desc: true }
              : searchBody(state),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel flush label="Images">
      <div className={classes.bar} role="search">
        <div className={classes.keyword}>
          <KeywordInput
            label="Search in images"
            keyword={keyword}
            onChange={(typed) => write({ keyword: typed, page: undefined }, 'replace')}
          />
        </div>
        <ActiveSwitch state={state} write={write} />
      </div>
      <QueryState
        query={query}
        isEmpty={({ total }) => total === 0}
        emptyReason={
          keyword === undefined
            ? state.all
              ? 'There are no images yet.'
              : 'There are no images to choose from.'
            : `None of the images has “${keyword}” in its name.`
        }
      >
        {({ items, total }) => (
          <>
            <ul className={classes.grid}>
              {items.map((media) => (
                <MediaCard key={media.id} media={media} onChanged={onChanged} />
              ))}
            </ul>
            {total > listPageSizes[0] && (
              <Pagination
                className={classes.pages ?? ''}
                align="end"
                current={page}
                pageSize={size}
                total={total}
                showSizeChanger={false}
                onChange={(to) => write({ page: to === 1 ? undefined : String(to) }, 'push')}
              />
            )}
          </>
        )}
      </QueryState>
    </Panel>
  )
}
