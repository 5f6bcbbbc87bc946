import { type ReportMenu, reportPage } from '@callboard/contract/reports'
import { ReportCards } from '#web/features/report-view/menu/ReportCards.tsx'
import type { ReportMarks } from '#web/features/report-view/report-use.ts'
import { QuietText, Text } from '#web/ui/layout.tsx'

interface ReportMenuCardsProps {
  groups: ReportMenu['groups']
  /** The user's own; none where another one's reports are shown. */
  marks?: ReportMarks | undefined
}

/** The reports by group and set. */
export function ReportMenuCards({ groups, marks }: ReportMenuCardsProps) {
  return groups.map((group) => (
    <section key={group.id} aria-labelledby={`group-${group.id}`}>
      <Text as="h2" id={`group-${group.id}`} margin="8px 0 4px" fontSize={17}>
        {group.name}
      </Text>
      {group.sets.map((set) => (
        <div key={set.id}>
          <QuietText as="h3" margin="8px 0" fontSize={13} fontWeight={400}>
            {set.name}
          </QuietText>
          <ReportCards
            marks={marks}
            cards={set.reports.map((report) => ({ ...report, to: reportPage(report.id) }))}
          />
        </div>
      ))}
    </section>
  ))
}
