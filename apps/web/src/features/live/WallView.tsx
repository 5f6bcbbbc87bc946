import { CloseOutlined } from '@ant-design/icons'
import { formatCount } from '@callboard/contract/format'
import type { LiveCall, LiveFigure } from '@callboard/contract/live'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { FigureText } from '#web/features/live/FigureText.tsx'
import { groupsOf } from '#web/features/live/live-groups.ts'
import { countPhases, isWaiting } from '#web/lib/reporting/live-counts.ts'
import type { RenderValue } from '#web/features/live/LiveGroups.tsx'
import {
  figureLabels,
  groupingLabels,
  liveFiguresQuery,
  type LiveBoardState,
} from '#web/features/live/live-search.ts'
import { PhaseTag } from '#web/features/live/PhaseTag.tsx'
import { useAloneOnScreen, useAwakeScreen, useFullScreen } from '#web/features/live/wall-screen.ts'
import classes from '#web/features/live/WallView.module.css'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { RunningTime } from '#web/ui/values/RunningTime.tsx'

interface WallViewProps {
  calls: readonly LiveCall[]
  state: LiveBoardState
  timeZone: string
  /** What is shown, and whether it is up to date. */
  mark: ReactNode
  renderValue: RenderValue
  onClose: () => void
}

const shownCalls = 7
const shownGroups = 8

/** The board for a screen on a wall: few and large figures, and nothing to press. */
export function WallView({ calls, state, timeZone, mark, renderValue, onClose }: WallViewProps) {
  useFullScreen(onClose)
  useAwakeScreen()
  const focused = useAloneOnScreen()
  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [onClose])
  const { waiting, talking, longestSince } = countPhases(calls)
  return createPortal(
    <div
      ref={focused}
      role="dialog"
      aria-modal="true"
      aria-label="Live board"
      tabIndex={-1}
      className={classes.wall}
    >
      <section className={waiting > 0 ? classes.urgent : classes.figures} aria-label="Now">
        <Large label="Waiting">{formatCount(waiting)}</Large>
        <Large label="Longest wait">
          {longestSince === undefined ? '–' : <RunningTime since={longestSince} />}
        </Large>
        <Large label="Talking">{formatCount(talking)}</Large>
      </section>
      <WallToday state={state} timeZone={timeZone} />
      <div className={classes.lists}>
        <WaitingList calls={calls} renderValue={renderValue} />
        <Groups calls={calls} state={state} renderValue={renderValue} />
      </div>
      <footer className={classes.foot}>
        <div>
          <h1>Live board</h1>
          {mark}
        </div>
        <button type="button" onClick={onClose}>
          <CloseOutlined aria-hidden /> Leave full screen
        </button>
      </footer>
    </div>,
    document.body,
  )
}

function Large({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <h2>{label}</h2>
      <strong>{children}</strong>
    </div>
  )
}

const dayFigures = ['inbound', 'missed', 'answerRate', 'averageWait'] as const satisfies LiveFigure[]
const dayLabels = { ...figureLabels, inbound: 'Inbound today' }

function WallToday({ state, timeZone }: Pick<WallViewProps, 'state' | 'timeZone'>) {
  const { data } = useQuery(liveFiguresQuery(state, timeZone))
  return (
    <section className={classes.today} aria-label="Today, and at the same time last week">
      {dayFigures.map((name) => (
        <div className={classes.figure} key={name}>
          <h2>{dayLabels[name]}</h2>
          <strong>{data === undefined ? '…' : <FigureText name={name} value={data.today[name]} />}</strong>
          <span>
            {data !== undefined && (
              <>
                last week <FigureText name={name} value={data.weekAgo[name]} />
              </>
            )}
          </span>
        </div>
      ))}
    </section>
  )
}

function WaitingList({ calls, renderValue }: Pick<WallViewProps, 'calls' | 'renderValue'>) {
  const waiting = calls.filter(isWaiting)
  const left = waiting.length - shownCalls
  return (
    <section className={classes.list} aria-label="Who waits">
      <h2>Who waits</h2>
      {waiting.length === 0 && <p>Nobody waits.</p>}
      <ul>
        {waiting.slice(0, shownCalls).map((call) => (
          <li key={call.id}>
            <strong>
              <RunningTime since={call.phaseSince} />
            </strong>
            <span className={classes.name}>
              {call.callerName ?? <PhoneText number={call.callerNumber} />}
            </span>
            <span className={classes.place}>{placeOf(call, renderValue)}</span>
            <PhaseTag phase={call.phase} />
          </li>
        ))}
      </ul>
      {left > 0 && <p>and {formatCount(left)} more</p>}
    </section>
  )
}

/** Where its caller waits; nothing where that is not known. */
function placeOf({ rotationgroup, location }: LiveCall, renderValue: RenderValue): ReactNode {
  if (rotationgroup !== null) return renderValue('rotationgroup', rotationgroup)
  return location !== null && renderValue('location', location)
}

function Groups({
  calls,
  state: { by },
  renderValue,
}: Pick<WallViewProps, 'calls' | 'state' | 'renderValue'>) {
  const groups = groupsOf(calls, by)
  const left = groups.length - shownGroups
  return (
    <section className={classes.list} aria-label={`By ${groupingLabels[by].toLowerCase()}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{groupingLabels[by]}</th>
            <th scope="col">Waiting</th>
            <th scope="col">Talking</th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, shownGroups).map(({ value, waiting, talking }) => (
            <tr key={value ?? ''}>
              <th scope="row">{renderValue(by, value)}</th>
              <td className={waiting > 0 ? classes.some : undefined}>{formatCount(waiting)}</td>
              <td>{formatCount(talking)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p>and {formatCount(left)} more</p>}
    </section>
  )
}
