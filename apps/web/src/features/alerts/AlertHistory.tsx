import { formatTimeZone } from '@callboard/contract/format-time-zone'
import type { AlertEpisode } from '@callboard/contract/alerts'
import { alertFigureWords, thresholdWords } from '@callboard/contract/alert-words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { PagedPanel } from '#web/ui/page/PagedPanel.tsx'
import { historyQuery, type OfPage } from '#web/features/alerts/queries.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Grid, QuietText } from '#web/ui/layout.tsx'

/** When an alert began and ended, the newest first. */
export function AlertHistory({ alertId, page, onPage }: OfPage) {
  const timeZone = useTimeZone()
  const query = useQuery({ ...historyQuery(alertId, page), placeholderData: keepPreviousData })
  return (
    <PagedPanel
      title="History"
      note={`times in ${formatTimeZone(timeZone)}`}
      query={query}
      emptyReason="This alert has never been triggered."
      errorTitle="History could not be loaded"
      columns={columns}
      page={page}
      onPage={onPage}
    />
  )
}

const columns: readonly FitColumn<AlertEpisode>[] = [
  {
    key: 'beganAt',
    title: 'Triggered',
    minWidth: 150,
    render: (_, { beganAt, beganFigure, condition }) => (
      <Moment at={beganAt} figure={beganFigure} measure={condition.measure} />
    ),
  },
  {
    key: 'endedAt',
    title: 'Ended',
    minWidth: 190,
    render: (_, { endedAt, endedFigure, endReason, condition }) =>
      endedAt === null ? (
        <Tag color="red">Triggered</Tag>
      ) : (
        <Grid gap={2} breaks="anywhere" minWidth={0}>
          <Moment at={endedAt} figure={endedFigure} measure={condition.measure} />
          {endReason !== null && <QuietText fontSize={12.5}>{endReason}</QuietText>}
        </Grid>
      ),
  },
  {
    key: 'condition',
    title: 'Condition',
    minWidth: 150,
    render: (_, { condition }) => thresholdWords(condition),
  },
  { key: 'user', title: 'Based on calls of', minWidth: 170, render: (_, { user }) => user.name },
  {
    key: 'isNotified',
    title: 'Email',
    minWidth: 110,
    render: (_, { isNotified }) => (isNotified ? 'Sent' : 'Not sent'),
  },
]

interface MomentProps {
  at: string
  figure: number | null
  measure: AlertEpisode['condition']['measure']
}

function Moment({ at, figure, measure }: MomentProps) {
  return (
    <Grid gap={2} breaks="anywhere" minWidth={0}>
      <TimeText at={at} show="recent" />
      {figure !== null && <QuietText fontSize={12.5}>at {alertFigureWords(measure, figure)}</QuietText>}
    </Grid>
  )
}
