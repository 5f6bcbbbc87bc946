import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { useRef } from 'react'
import type { z } from 'zod'
import { DropZone } from '#web/features/media/DropZone.tsx'
import classes from '#web/features/media/media.module.css'
import { mediaQuery, MediaSearch } from '#web/features/media/queries.ts'
import { MediaCard } from '#web/features/media/MediaCard.tsx'
import { listPageSizes } from '#web/lib/urls/list-url.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { ActiveSwitch } from '#web/records/ActiveSwitch.tsx'
import { KeywordInput } from '#web/ui/fields/KeywordInput.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import { Box, Grid, Row } from '#web/ui/layout.tsx'

export function MediaPage() {
  const { state, problem, write } = useUrlState(MediaSearch)
  const chooseRef = useRef<HTMLButtonElement>(null)
  return (
    <PageFrame
      title="Media"
      description="Images for the logo, emails and menus"
      breadcrumbs={<ManageCrumbs />}
    >
      {problem !== undefined && <UnreadableAddress problem={problem} />}
      {state !== undefined && (
        <>
          <DropZone chooseRef={chooseRef} />
          <MediaGrid state={state} write={write} onCreate={() => chooseRef.current?.click()} />
        </>
      )}
    </PageFrame>
  )
}

interface MediaGridProps {
  state: z.output<typeof MediaSearch>
  write: WriteSearch
  onCreate: () => void
}

function MediaGrid({ state, write, onCreate }: MediaGridProps) {
  const { keyword, page, size } = state
  const query = useQuery({ ...mediaQuery(state), placeholderData: keepPreviousData })
  return (
    <Panel flush label="Images">
      <Row gap="8px 16px" align="center" wrap padding="4px 16px 12px" className={classes.bar} role="search">
        <Box flex="1 1 220px" maxWidth={360}>
          <KeywordInput
            label="Search in images"
            keyword={keyword}
            onChange={(typed) => write({ keyword: typed, page: undefined }, 'replace')}
          />
        </Box>
        <ActiveSwitch state={state} write={write} />
      </Row>
      <QueryState
        query={query}
        onCreate={onCreate}
        isEmpty={({ total }) => total === 0}
        emptyReason={
          keyword === undefined
            ? state.all
              ? 'There are no images yet.'
              : 'There are no active images yet.'
            : `No images match “${keyword}”.`
        }
      >
        {({ items, total }) => (
          <>
            <Grid as="ul" columns="repeat(auto-fill, minmax(min(240px, 100%), 1fr))" gap={12} padding={16}>
              {items.map((media) => (
                <MediaCard key={media.id} media={media} />
              ))}
            </Grid>
            {total > listPageSizes[0] && (
              <Pagination
                style={{ padding: '0 16px 16px' }}
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
