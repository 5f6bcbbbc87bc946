import { callerYears, type OneCaller } from '@callboard/contract/callers'
import { formatCount } from '@callboard/contract/format'
import { formatHourSpan, weekdayNames } from '@callboard/contract/format-time'
import { Facts } from '#web/features/calls/call/Facts.tsx'
import { moneyOf, numberOf, resultRows, textOf, type ResultRow } from '#web/lib/reporting/report-answer.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { MoneyText } from '#web/ui/values/MoneyText.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

/** What is known of a caller at a glance. */
export function CallerFacts({ caller, timeZone }: { caller: OneCaller; timeZone: string }) {
  const [came] = resultRows(caller.figures)
  const [went] = resultRows(caller.placed)
  const sources = resultRows(caller.sources)
  if (came === undefined || went === undefined) return null
  const countOf = (name: Parameters<typeof numberOf>[1]) => formatCount(numberOf(came, name) ?? 0)
  const placed = numberOf(went, 'calls') ?? 0
  return (
    <Panel title="At a glance" note={`last ${callerYears} years`}>
      <Facts
        facts={[
          { label: 'Calls', value: countOf('calls') },
          { label: 'Answered', value: countOf('answered') },
          { label: 'Missed', value: missedText(came) },
          { label: 'Calls to them', value: placed === 0 ? 'None' : formatCount(placed) },
          { label: 'First call', value: <TimeText at={textOf(came, 'firstCall')} timeZone={timeZone} /> },
          { label: 'Last call', value: <TimeText at={textOf(came, 'lastCall')} timeZone={timeZone} /> },
          { label: 'First came by', value: sourceText(sources[0]) },
          { label: 'Last came by', value: sourceText(lastOf(sources)) },
          { label: 'Usually calls', value: busiestTime(resultRows(caller.times)) },
          { label: 'Talked', value: <DurationText seconds={numberOf(came, 'totalTalk')} /> },
          { label: 'Recordings', value: countOf('recorded') },
          {
            label: 'Value',
            value: moneyOf(came, 'value').length > 0 && <MoneyText amounts={moneyOf(came, 'value')} />,
          },
        ]}
      />
    </Panel>
  )
}

function missedText(row: ResultRow): string {
  const [missed, open] = [numberOf(row, 'missed') ?? 0, numberOf(row, 'missedNotReturned') ?? 0]
  if (missed === 0) return 'None'
  return open === 0 ? formatCount(missed) : `${formatCount(missed)}, ${formatCount(open)} not returned`
}

function sourceText(row: ResultRow | undefined): string | undefined {
  if (row === undefined) return undefined
  const words = [textOf(row, 'source'), textOf(row, 'campaign')].filter((text) => text !== null)
  return words.length === 0 ? 'Not attributed' : words.join(' · ')
}

function lastOf(rows: readonly ResultRow[]): ResultRow | undefined {
  const lastCall = (row: ResultRow) => Date.parse(textOf(row, 'lastCall') ?? '')
  return rows.toSorted((one, other) => lastCall(other) - lastCall(one))[0]
}

/** The hour of the week with the most calls, where a good part of them is in it. */
function busiestTime(rows: readonly ResultRow[]): string | undefined {
  const callsOf = (row: ResultRow) => numberOf(row, 'calls') ?? 0
  const [busiest] = rows.toSorted((one, other) => callsOf(other) - callsOf(one))
  const all = rows.reduce((sum, row) => sum + callsOf(row), 0)
  if (busiest === undefined || callsOf(busiest) < Math.max(3, all / 4)) return undefined
  const day = weekdayNames[(numberOf(busiest, 'dayOfWeek') ?? 1) - 1] ?? ''
  return `${day}, ${formatHourSpan(numberOf(busiest, 'hourOfDay') ?? 0)}`
}
