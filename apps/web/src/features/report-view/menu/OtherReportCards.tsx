import { reportPage } from '@callboard/contract/reports'
import type { ListedReport } from '#web/features/report-view/menu/report-menu.ts'
import { ReportCards } from '#web/features/report-view/menu/ReportCards.tsx'
import type { ReportMarks } from '#web/features/report-view/report-use.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Hint, Text } from '#web/ui/layout.tsx'

interface OtherReportCardsProps {
  reports: readonly ListedReport[]
  marks: ReportMarks
}

/** What an administrator finds besides the sets of their groups: also a new report that is in no set yet. */
export function OtherReportCards({ reports, marks }: OtherReportCardsProps) {
  if (reports.length === 0) return null
  return (
    <section aria-label="All other reports">
      <Text as="h2" margin="8px 0 4px" fontSize={17}>
        All other reports
      </Text>
      <Hint margin="0 0 8px" fontSize={13}>
        Not in any set of your groups. Other users may see them through their own groups; reports without a
        set are visible to administrators only.{' '}
        <TextLink to={paths.manageList('reports')}>Manage reports</TextLink>
      </Hint>
      <ReportCards
        marks={marks}
        cards={reports.map(({ id, name, description }) => ({ id, name, description, to: reportPage(id) }))}
      />
    </section>
  )
}
