import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FavouriteButton } from '#web/features/report-view/menu/FavouriteButton.tsx'
import classes from '#web/features/report-view/menu/ReportCards.module.css'
import type { ReportMarks } from '#web/features/report-view/report-use.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Grid, QuietText, Row } from '#web/ui/layout.tsx'

export interface ReportCard {
  id: string
  name: string
  to: string
  description: string
  /** A quiet line under the description. */
  note?: string
  /** Beside the star. */
  action?: ReactNode
}

interface ReportCardsProps {
  cards: readonly ReportCard[]
  marks?: ReportMarks | undefined
}

/** Reports to open, with the user's stars and when they ran them last. */
export function ReportCards({ cards, marks }: ReportCardsProps) {
  return (
    <Grid as="ul" columns="repeat(auto-fill, minmax(min(260px, 100%), 1fr))" gap={12} margin="0 0 16px">
      {cards.map(({ id, name, to, description, note, action }) => {
        const lastRunAt = marks?.lastRunAt(id)
        return (
          <li key={id} className={classes.card}>
            <Row gap={8} align="flex-start" justify="space-between">
              <Link to={to} className={classes.name}>
                {name}
              </Link>
              {marks !== undefined && (
                <span className={classes.star}>
                  {action}
                  <FavouriteButton id={id} name={name} marks={marks} size="small" />
                </span>
              )}
            </Row>
            {description !== '' && (
              <QuietText breaks="anywhere" fontSize={13}>
                {description}
              </QuietText>
            )}
            {(note !== undefined || lastRunAt !== undefined) && (
              <Row
                as="span"
                gap="2px 12px"
                wrap
                margin="auto 0 0"
                padding="4px 0 0"
                tone="quiet"
                fontSize={12.5}
              >
                {note !== undefined && <span>{note}</span>}
                {lastRunAt !== undefined && (
                  <span>
                    Last run <TimeText at={lastRunAt} show="recent" />
                  </span>
                )}
              </Row>
            )}
          </li>
        )
      })}
    </Grid>
  )
}
