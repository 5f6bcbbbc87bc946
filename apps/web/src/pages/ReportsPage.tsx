import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import type { SavedReport } from '@callboard/contract/saved-reports'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Link } from 'react-router'
import { z } from 'zod'
import { OtherReportCards } from '#web/features/report-view/menu/OtherReportCards.tsx'
import { FavouriteCards, OwnReportCards } from '#web/features/report-view/menu/OwnReportCards.tsx'
import { allReportsQuery, reportMenuQuery, savedReportsQuery } from '#web/features/report-view/queries.ts'
import {
  otherReports,
  reportsOf,
  searchMenu,
  searchReports,
  searchSaved,
} from '#web/features/report-view/menu/report-menu.ts'
import { useReportMarks } from '#web/features/report-view/report-use.ts'
import { ReportMenuCards } from '#web/features/report-view/menu/ReportMenuCards.tsx'
import { SendButton } from '#web/features/subscriptions/sending/SendButton.tsx'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'

const ReportsSearch = z.object({
  keyword: z.string().max(textLimits.keyword).default(''),
  /** All that somebody finds unless given. */
  show: z.enum(['favourites']).optional(),
})
type ReportsState = z.output<typeof ReportsSearch>

export function ReportsPage() {
  const isViewingAs = useIsViewingAs()
  const maySave = useHoldsClaim('reporting.save')
  const { state, problem, write } = useUrlState(ReportsSearch)
  const isFavourites = state?.show === 'favourites'
  return (
    <PageFrame
      title={isFavourites ? 'Favorites' : 'Reports'}
      description={
        isFavourites
          ? 'Reports that you marked with a star'
          : 'What you saved, and the reports of your groups'
      }
      actions={
        <>
          <Input
            type="search"
            style={{ width: 280, maxWidth: '100%' }}
            aria-label="Search in reports"
            placeholder="Search in reports"
            prefix={<SearchOutlined />}
            allowClear
            value={state?.keyword}
            onChange={({ target }) =>
              write({ keyword: target.value === '' ? undefined : target.value }, 'replace')
            }
          />
          {maySave && !isViewingAs && (
            <Link to={paths.newReport}>
              <Button tabIndex={-1} icon={<PlusOutlined aria-hidden />}>
                New report
              </Button>
            </Link>
          )}
        </>
      }
    >
      {problem === undefined ? <Found {...state} /> : <UnreadableAddress problem={problem} />}
    </PageFrame>
  )
}

function Found({ keyword, show }: ReportsState) {
  const { id, isAdmin } = useCurrentUser()
  const menu = useQuery(reportMenuQuery(id))
  const saved = useQuery(savedReportsQuery(id))
  const marks = useReportMarks()
  const all = useQuery({ ...allReportsQuery, enabled: isAdmin })
  // All at once, so that nothing moves away under the pointer.
  if (saved.isPending || marks.isLoading === true) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton />
      </div>
    )
  }
  const foundSaved = searchSaved(saved.data?.items ?? [], keyword)
  const others = searchReports(otherReports(all.data?.items ?? [], menu.data?.groups ?? []), keyword)
  const own = { userId: id, saved: foundSaved, marks, renderBell }
  return (
    <>
      {saved.data === undefined && saved.error !== null && (
        <QueryState query={saved} errorTitle="Your saved reports could not be loaded">
          {() => null}
        </QueryState>
      )}
      <QueryState
        query={menu}
        isEmpty={({ groups }) =>
          foundSaved.length + others.length === 0 && searchMenu(groups, keyword).length === 0
        }
        emptyReason={keyword === '' ? 'None of your groups has a report.' : `No reports match “${keyword}”.`}
      >
        {({ groups }) => {
          const found = searchMenu(groups, keyword)
          const reports = [...reportsOf(found), ...others]
          if (show === 'favourites') return <FavouriteCards {...own} reports={reports} keyword={keyword} />
          return (
            <>
              <OwnReportCards {...own} reports={reports} />
              <ReportMenuCards groups={found} marks={marks} />
              <OtherReportCards reports={others} marks={marks} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

function renderBell(saved: SavedReport) {
  return <SendButton isIcon name={saved.name} of={{ saved }} />
}
