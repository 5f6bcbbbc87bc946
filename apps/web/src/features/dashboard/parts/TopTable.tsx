import { Link, type To } from 'react-router'
import classes from '#web/features/dashboard/parts/TopTable.module.css'
import { formatCount, formatRatio } from '@callboard/contract/format'
import { type ResultRow, numberOf } from '#web/lib/reporting/report-answer.ts'
import { ShareBar } from '#web/ui/charts/ShareBar.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'

interface TopTableProps {
  /** What the rows are. */
  label: string
  rows: readonly ResultRow[]
  nameOf: (row: ResultRow) => string
  /** Where the name leads. */
  hrefOf: (row: ResultRow) => To | undefined
  /** Where the figure leads, if elsewhere. */
  callsHrefOf?: (row: ResultRow) => To | undefined
}

/** Rows with the most calls, with answered and missed calls as a bar. */
export function TopTable({ label, rows, nameOf, hrefOf, callsHrefOf }: TopTableProps) {
  const max = Math.max(
    1,
    ...rows.map((row) => (numberOf(row, 'answered') ?? 0) + (numberOf(row, 'missed') ?? 0)),
  )
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col" className={classes.name}>
            <Spoken>{label}</Spoken>
          </th>
          <th scope="col" className={classes.calls}>
            <Spoken>Calls</Spoken>
          </th>
          <th scope="col">
            <Spoken>Answered and missed</Spoken>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TopRow
            key={keyOf(row)}
            row={row}
            name={nameOf(row)}
            max={max}
            href={hrefOf(row)}
            callsHref={callsHrefOf?.(row)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface TopRowProps {
  row: ResultRow
  name: string
  max: number
  href: To | undefined
  callsHref: To | undefined
}

function TopRow({ row, name, max, href, callsHref }: TopRowProps) {
  const calls = formatCount(numberOf(row, 'calls') ?? 0)
  const answered = numberOf(row, 'answered') ?? 0
  const missed = numberOf(row, 'missed') ?? 0
  const rate = numberOf(row, 'answerRate')
  const shares = `${formatCount(answered)} answered, ${formatCount(missed)} missed${rate === null ? '' : `, answer rate ${formatRatio(rate)}`}`
  return (
    <tr title={shares}>
      <th scope="row" className={classes.name}>
        {href === undefined ? (
          name
        ) : (
          <Link to={href} preventScrollReset>
            {name}
          </Link>
        )}
      </th>
      <td className={classes.calls}>
        {callsHref === undefined ? (
          calls
        ) : (
          <Link to={callsHref} aria-label={`${calls} calls from ${name}`}>
            {calls}
          </Link>
        )}
      </td>
      <td style={{ position: 'relative' }}>
        <Spoken>{shares}</Spoken>
        <ShareBar
          max={max}
          parts={[
            { tone: 'answered', value: answered },
            { tone: 'missed', value: missed },
          ]}
        />
      </td>
    </tr>
  )
}

function keyOf({ cells: [value] }: ResultRow): string {
  return typeof value === 'string' ? value : ''
}
