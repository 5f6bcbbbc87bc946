import { reportPage } from '@callboard/contract/reports'
import type { SavedReport } from '@callboard/contract/saved-reports'
import type { ReactNode } from 'react'
import type { ListedReport } from '#web/features/report-view/menu/report-menu.ts'
import { type ReportCard, ReportCards } from '#web/features/report-view/menu/ReportCards.tsx'
import { sourceWords } from '#web/features/report-view/shown-report.ts'
import type { ReportMarks } from '#web/features/report-view/report-use.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Text } from '#web/ui/layout.tsx'

interface OwnReportCardsProps {
  userId: string
  /** Those that the user finds. */
  reports: readonly ListedReport[]
  saved: readonly SavedReport[]
  marks: ReportMarks
  /** Beside the star of a saved report. */
  renderBell: (saved: SavedReport) => ReactNode
}

/** The user's favourites, what they saved, and what is shared with them. */
export function OwnReportCards(props: OwnReportCardsProps) {
  const { userId, saved, marks, renderBell } = props
  const cardsOf = (some: readonly SavedReport[]) => some.map((one) => savedCard(one, { userId, renderBell }))
  const sections = [
    { title: 'Favorites', cards: favouritesOf(props) },
    { title: 'Your saved reports', cards: cardsOf(saved.filter((one) => one.userId === userId)) },
    { title: 'Shared with you', cards: cardsOf(saved.filter((one) => one.userId !== userId)) },
  ]
  return sections
    .filter((section) => section.cards.length > 0)
    .map((section) => (
      <section key={section.title} aria-label={section.title}>
        <Text as="h2" margin="8px 0 4px" fontSize={17}>
          {section.title}
        </Text>
        <ReportCards cards={section.cards} marks={marks} />
      </section>
    ))
}

/** The user's favourites alone. */
export function FavouriteCards({ keyword, ...props }: OwnReportCardsProps & { keyword: string }) {
  const cards = favouritesOf(props)
  if (cards.length > 0) return <ReportCards cards={cards} marks={props.marks} />
  const reason =
    keyword === '' ? 'Select the star of a report to add it here.' : `No favorites match “${keyword}”.`
  return (
    <Panel label="Favorites">
      <NoItems reason={reason} />
    </Panel>
  )
}

function favouritesOf({ userId, reports, saved, marks, renderBell }: OwnReportCardsProps): ReportCard[] {
  const cards = [
    ...saved.map((one) => savedCard(one, { userId, renderBell })),
    ...reports.map((one) => ({ ...one, to: reportPage(one.id) })),
  ]
  // A report may be in several groups.
  return [...new Map(cards.filter(({ id }) => marks.isFavourite(id)).map((card) => [card.id, card])).values()]
}

function savedCard(
  saved: SavedReport,
  { userId, renderBell }: Pick<OwnReportCardsProps, 'userId' | 'renderBell'>,
): ReportCard {
  return {
    id: saved.id,
    name: saved.name,
    to: paths.savedReport(saved.id),
    ...(saved.isRunnable && { action: renderBell(saved) }),
    ...wordsOf(saved, userId),
  }
}

function wordsOf(saved: SavedReport, userId: string): Pick<ReportCard, 'description' | 'note'> {
  const { reportName, ownerName, sharedWithGroupName: group } = saved
  const description = sourceWords(saved, userId)
  if (!saved.isRunnable) return { description, note: 'You no longer have access to its report' }
  if (saved.userId !== userId) return { description, ...(reportName !== null && { note: `By ${ownerName}` }) }
  return { description, ...(group !== null && { note: `Shared with ${group}` }) }
}
