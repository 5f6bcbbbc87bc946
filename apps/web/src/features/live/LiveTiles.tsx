import { measures } from '@callboard/contract/measures'
import { formatCount, formatDuration } from '@callboard/contract/format'
import { type LiveCall, liveFigures } from '@callboard/contract/live'
import { figureKinds } from '@callboard/contract/figure-kinds'
import { useQuery } from '@tanstack/react-query'
import { FigureText } from '#web/features/live/FigureText.tsx'
import { figureLabels, liveFiguresQuery, type LiveBoardState } from '#web/features/live/live-search.ts'
import { countPhases } from '#web/lib/reporting/live-counts.ts'
import classes from '#web/features/live/LiveTiles.module.css'
import { ChangeText } from '#web/ui/values/ChangeText.tsx'
import { RunningTime } from '#web/ui/values/RunningTime.tsx'

interface LiveTilesProps {
  calls: readonly LiveCall[]
  state: LiveBoardState
  timeZone: string
}

/** How many wait and talk now, and the figures of the day. */
export function LiveTiles({ calls, state, timeZone }: LiveTilesProps) {
  const { waiting, menu, talking, longestSince } = countPhases(calls)
  return (
    <div className={classes.tiles}>
      <section className={classes.now} aria-label="Now">
        <article className={waiting > 0 ? classes.urgent : classes.tile}>
          <h2>Waiting</h2>
          <strong>{formatCount(waiting)}</strong>
          <p>
            {longestSince === undefined ? (
              'nobody waits'
            ) : (
              <>
                longest <RunningTime since={longestSince} />
              </>
            )}
          </p>
        </article>
        <article className={classes.tile}>
          <h2>In menu</h2>
          <strong>{formatCount(menu)}</strong>
        </article>
        <article className={classes.tile}>
          <h2>Talking</h2>
          <strong>{formatCount(talking)}</strong>
        </article>
      </section>
      <Today state={state} timeZone={timeZone} />
    </div>
  )
}

/** Figures of today, and how they were a week ago at this time. */
function Today({ state, timeZone }: Pick<LiveTilesProps, 'state' | 'timeZone'>) {
  const { data } = useQuery(liveFiguresQuery(state, timeZone))
  return (
    <section className={classes.today} aria-label="Today, against the same time last week">
      {liveFigures.map((name) => (
        <article key={name} className={classes.tile} title={measures[name].meaning}>
          <h2>{figureLabels[name]}</h2>
          <strong>{data === undefined ? '…' : <FigureText name={name} value={data.today[name]} />}</strong>
          <p>
            {data !== undefined && (
              <ChangeText
                current={data.today[name]}
                previous={data.weekAgo[name]}
                kind={figureKinds[measures[name].figure].change}
                moreIsBetter={measures[name].moreIsBetter}
                formatDifference={formatDuration}
              />
            )}
          </p>
        </article>
      ))}
    </section>
  )
}
