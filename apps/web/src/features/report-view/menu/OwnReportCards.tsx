import { reportPage } from '@callboard/contract/reports'
import type { SavedReport } from '@callboard/contract/saved-reports'
import type { ReactNode } from 'react'
import type { ListedReport } from '#web/features/report-view/menu/report-menu.ts'
import { type ReportCard, ReportCards } from '#web/features/report-view/menu/ReportCards.tsx'
import classes from '#web/features/report-view/menu/ReportMenuCards.module.css'
import { sourceWords } from '#web/features/report-view/shown-report.ts'
import type { ReportMarks } from '#web/features/report-view/report-use.ts'
import { paths } from '#web/lib/urls/paths.ts'

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
export function OwnReportCards({ userId, reports, saved, marks, renderBell }: OwnReportCardsProps) {
  const cardOf = (one: SavedReport) => savedCard(one, { userId, renderBell })
  const cards = [...saved.map(cardOf), ...reports.map((one) => ({ ...one, to: reportPage(one.id) }))]
  const favourites = new Map(cards.filter(({ id }) => marks.isFavourite(id)).map((card) => [card.id, card]))
  const sections = [
    { title: 'Favourites', cards: [...favourites.values()] },
    {
      title: 'Your saved reports',
      cards: saved.filter((one) => one.userId === userId).map(cardOf),
    },
    {
      title: 'Shared with you',
      cards: saved.filter((one) => one.userId !== userId).map(cardOf),
    },
  ]
  return sections
    .filter((section) => section.cards.length > 0)
    .map((section) => (
      <section key={section.title} aria-label={section.title}>
        <h2 className={classes.group}>{section.title}</h2>
        <ReportCards cards={section.cards} marks={marks} />
      </section>
    ))
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
  if (!saved.isRunnable) return { description, note: 'You do not find its report any more' }
  if (saved.userId !== userId) return { description, ...(reportName !== null && { note: `By ${ownerName}` }) }
  return { description, ...(group !== null && { note: `Shared with ${group}` }) }
}
