import { SearchOutlined } from '@ant-design/icons'
import { textLimits } from '@callboard/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { z } from 'zod'
import { reportMenuQuery } from '#web/features/reports/queries.ts'
import { searchMenu } from '#web/features/reports/report-menu.ts'
import { ReportMenuCards } from '#web/features/reports/ReportMenuCards.tsx'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import classes from '#web/pages/ReportsPage.module.css'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { UnreadableAddress } from '#web/ui/UnreadableAddress.tsx'

const ReportsSearch = z.object({ keyword: z.string().max(textLimits.keyword).default('') })

export function ReportsPage() {
  const { id } = useCurrentUser()
  const query = useQuery(reportMenuQuery(id))
  const { state, problem, write } = useUrlState(ReportsSearch)
  return (
    <PageFrame
      title="Reports"
      description="Reports of your groups"
      actions={
        <Input
          type="search"
          className={classes.search}
          aria-label="Search in reports"
          placeholder="Search in reports"
          prefix={<SearchOutlined />}
          allowClear
          value={state?.keyword}
          onChange={({ target }) =>
            write({ keyword: target.value === '' ? undefined : target.value }, 'replace')
          }
        />
      }
    >
      {problem === undefined ? (
        <QueryState
          query={query}
          isEmpty={({ groups }) => searchMenu(groups, state.keyword).length === 0}
          emptyReason={
            state.keyword === ''
              ? 'No report group gives you a report.'
              : `No report has “${state.keyword}” in it.`
          }
        >
          {({ groups }) => <ReportMenuCards groups={searchMenu(groups, state.keyword)} />}
        </QueryState>
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}
